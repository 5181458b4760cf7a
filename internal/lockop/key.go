package lockop

import (
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// A lock is one lock call of an operation, in one of its texts.
type lock struct {
	sql  SQL
	call locksql.Call
}

// locks returns the lock calls that the operation runs. Alternatives that call the same function with the same keys
// count once.
func (op *Op) locks() []lock {
	var out []lock
	seen := map[string]bool{}
	for _, sql := range op.SQL {
		for _, st := range sql.Parsed.Statements {
			for _, c := range st.Calls {
				l := lock{sql, c}
				id := c.Func.Name + "(" + l.keyText()
				if !st.Defines && !seen[id] {
					seen[id] = true
					out = append(out, l)
				}
			}
		}
	}
	return out
}

// keyText returns the keys as written in the SQL.
func (l lock) keyText() string {
	var parts []string
	for _, k := range l.call.Keys {
		parts = append(parts, k.Text)
	}
	return strings.ReplaceAll(strings.Join(parts, ", "), string(sqltext.Hole), "…")
}

// keys describes the keys of a lock: what they are in the SQL, and which Go expression gives them their value.
func (f *finder) keys(op *Op, l lock) []lockmap.Key {
	var out []lockmap.Key
	for _, k := range l.call.Keys {
		out = append(out, f.key(op, l, k))
	}
	return out
}

// value returns the Go expression that gives a key its value, or nil.
func (f *finder) value(op *Op, l lock, k locksql.Key) ast.Expr {
	switch {
	case k.Const != nil:
		return nil
	case k.Param != "":
		return f.bound(op, k.Param, k.Ordinal)
	}
	return f.inKey(l, k)
}

// describeKey describes a key by the expression that gives it its value.
func (f *finder) describeKey(e ast.Expr) lockmap.Key {
	key := lockmap.Key{Expr: types.ExprString(e), How: f.derive(e, 0)}
	if v := f.info.Types[e].Value; v != nil {
		if n, ok := constant.Int64Val(constant.ToInt(v)); ok {
			key.Const = &n
		}
	}
	return key
}

func (f *finder) key(op *Op, l lock, k locksql.Key) lockmap.Key {
	if k.Const != nil {
		return lockmap.Key{Expr: k.Text, How: "constant", Const: k.Const}
	}
	bound := f.value(op, l, k)
	key := lockmap.Key{Expr: strings.ReplaceAll(k.Text, string(sqltext.Hole), "…")}
	if bound == nil {
		if inner := f.boundWithin(op, l, k); inner != nil {
			key.How = "SQL expression of " + types.ExprString(inner) + ", " + f.derive(inner, 0)
			return key
		}
		switch {
		case k.Columns:
			key.How = "column"
		case k.Param != "":
			key.How = "argument"
		default:
			key.How = "SQL expression"
		}
		return key
	}
	known := f.describeKey(bound)
	if k.Param != k.Text && k.Text != string(sqltext.Hole) {
		known.Expr = key.Expr
	}
	return known
}

// placeholder matches what stands for a value in SQL. A cast is matched too, so that it is not taken for a name.
var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\d+|\?|::\w+|[@:]\w+`) })

// boundWithin returns the Go value of the one placeholder inside a key expression, or nil.
func (f *finder) boundWithin(op *Op, l lock, k locksql.Key) ast.Expr {
	var found []int
	for _, at := range placeholder().FindAllStringIndex(k.Text, -1) {
		if !strings.HasPrefix(k.Text[at[0]:], "::") {
			found = append(found, at...)
		}
	}
	if len(found) != 2 {
		return nil
	}
	before := 0
	text := l.sql.Text.String()
	if i := strings.Index(text[l.call.Pos:], k.Text); i >= 0 {
		before = strings.Count(text[:l.call.Pos+i], "?")
	}
	return f.bound(op, k.Text[found[0]:found[1]], before)
}

// inKey returns the expression of the hole that the key holds, if it holds one.
func (f *finder) inKey(l lock, k locksql.Key) ast.Expr {
	if strings.Count(k.Text, string(sqltext.Hole)) != 1 {
		return nil
	}
	at := 0
	text := l.sql.Text.String()
	start := strings.Index(text[l.call.Pos:], k.Text)
	if start < 0 {
		return nil
	}
	want := l.call.Pos + start + strings.IndexRune(k.Text, sqltext.Hole)
	for _, p := range l.sql.Text.Pieces {
		if at == want {
			return p.From
		}
		at += len(p.Value)
	}
	return nil
}

// bound returns the Go expression that is bound to a placeholder where the operation's text is given: $n by number, ?
// by order, @name and :name by the key of a composite literal.
func (f *finder) bound(op *Op, param string, ordinal int) ast.Expr {
	args := f.bindings(op)
	if inner := f.inner[origin(typeutil.Callee(f.info, op.Call))]; len(args) == 0 && inner != nil { // the wrapper binds them
		for _, text := range f.runs(inner) {
			args = f.bindings(&Op{Call: inner, Arg: text})
		}
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(param, "$")); err == nil && strings.HasPrefix(param, "$") {
		return nth(args, n-1)
	}
	if strings.HasPrefix(param, "?") {
		if n, err := strconv.Atoi(param[1:]); err == nil {
			return nth(args, n)
		}
		return nth(args, ordinal)
	}
	name := strings.TrimLeft(param, "@:")
	for _, arg := range args {
		if u, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok {
			arg = u.X
		}
		if v, ok := f.texts.Variable(arg); ok {
			if values := f.texts.Values(v); len(values) == 1 {
				arg = values[0]
			}
		}
		lit, ok := ast.Unparen(arg).(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, e := range lit.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if key := f.info.Types[kv.Key].Value; key != nil && key.Kind() == constant.String && constant.StringVal(key) == name {
				return kv.Value
			}
		}
	}
	return nil
}

func nth(list []ast.Expr, n int) ast.Expr {
	if n < 0 || n >= len(list) {
		return nil
	}
	return list[n]
}

// bindings returns the arguments that follow the text: of the call that it is an argument of, or, for a prepared
// statement, of the call that runs it.
func (f *finder) bindings(op *Op) []ast.Expr {
	call := op.Call
	after := func(call *ast.CallExpr) ([]ast.Expr, bool) {
		for i, a := range call.Args {
			if a == op.Arg {
				return f.spread(call.Args[i+1:], call.Ellipsis.IsValid()), true
			}
		}
		return nil, false
	}
	if args, ok := after(call); ok {
		return args
	}
	// A chain: db.Raw(text, args).Scan(&x).
	for e := ast.Expr(call); ; {
		c, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			break
		}
		if args, ok := after(c); ok {
			return args
		}
		sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = sel.X
	}
	var args []ast.Expr
	for _, a := range call.Args {
		if t := f.info.TypeOf(a); t != nil && !isContext(t) {
			args = append(args, a)
		}
	}
	if fn, ok := typeutil.Callee(f.info, call).(*types.Func); ok && textParam(fn.Signature()) >= 0 && len(args) > 0 {
		args = args[1:] // the name of a prepared statement
	}
	return args
}

// spread writes out a slice that is passed for a variadic parameter, or as the one list of values.
func (f *finder) spread(args []ast.Expr, variadic bool) []ast.Expr {
	if len(args) == 0 {
		return nil
	}
	if lit, ok := ast.Unparen(args[0]).(*ast.CompositeLit); ok {
		if _, slice := f.info.TypeOf(lit).Underlying().(*types.Slice); slice {
			return lit.Elts
		}
	}
	if variadic && len(args) == 1 {
		return f.texts.Elements(args[0])
	}
	return args
}
