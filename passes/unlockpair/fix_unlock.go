package unlockpair

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// unlockOf returns the function that releases what another one takes.
func unlockOf(f locksql.Func) string {
	if f.Mode == locksql.Shared {
		return "pg_advisory_unlock_shared"
	}
	return "pg_advisory_unlock"
}

// unlock returns the arguments of a call that unlocks what a statement locks: the text, and the values for it.
func (x *fixer) unlock(s *statement, pos token.Pos) (args []string, ok bool) {
	text, ok := x.unlockText(s, pos)
	args = []string{text}
	for _, arg := range s.op.Call.Args[s.text+1:] {
		if !x.repeatable(arg, 0) {
			return nil, false
		}
		args = append(args, x.source(arg))
	}
	return args, ok
}

var (
	// What may follow the call in a statement that does nothing but lock: a cast, a name.
	tail = regexp.MustCompile(`(?is)^(\s*::\s*\w+)?(\s+as\s+\w+|\s+\w+)?\s*;?\s*$`)

	// The functions in a key that give the same value again.
	sqlFunction = regexp.MustCompile(`(?i)(\w+)\s*\(`)
	sqlStable   = []string{"hashtext", "hashtextextended", "abs", "mod", "int4", "int8", "md5"}
)

// unlockText returns the text as it is to be written at pos: a constant that has it, the expression of the lock with
// another function in it, or a literal.
func (x *fixer) unlockText(s *statement, pos token.Pos) (string, bool) {
	whole := s.op.SQL[0].Text
	text := whole.String()
	before, call, after := text[:s.lock.Pos], text[s.lock.Pos:s.lock.End], text[s.lock.End:]
	if !strings.EqualFold(strings.TrimSpace(before), "select") || !tail.MatchString(after) {
		return "", false
	}
	for _, k := range s.lock.Keys {
		for _, m := range sqlFunction.FindAllStringSubmatch(k.Text, -1) {
			if !slices.Contains(sqlStable, strings.ToLower(m[1])) {
				return "", false
			}
		}
	}
	name := strings.Index(strings.ToLower(call), s.lock.Func.Name)
	if name < 0 || len(s.lock.Keys) == 0 {
		return "", false
	}
	unlock := unlockOf(s.lock.Func)
	if strings.ContainsRune(text, sqltext.Hole) {
		edit, ok := whole.Edit(x.pass.Fset, s.lock.Pos+name, s.lock.Pos+name+len(s.lock.Func.Name), unlock)
		arg := s.op.Arg
		if !ok || edit.Lit.Pos() < arg.Pos() || edit.Lit.End() > arg.End() || !x.repeatable(arg, 0) {
			return "", false
		}
		return string(x.src[x.offset(arg.Pos()):x.offset(edit.Pos)]) + edit.New + string(x.src[x.offset(edit.End):x.offset(arg.End())]), true
	}
	text = strings.TrimSpace(before) + " " + call[:name] + unlock + call[name+len(s.lock.Func.Name):]
	if name := x.constant(text, pos); name != "" {
		return name, true
	}
	quoted := strconv.Quote(text)
	if quoted != `"`+text+`"` {
		if strings.ContainsRune(text, '`') {
			return "", false
		}
		quoted = "`" + text + "`"
	}
	return quoted, true
}

// constant returns the name of a constant of the package that holds a text.
func (x *fixer) constant(text string, pos token.Pos) string {
	scope := x.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if ok && c.Val().Kind() == constant.String && strings.EqualFold(constant.StringVal(c.Val()), text) && x.lookup(name, pos) == c {
			return name
		}
	}
	return ""
}

// pure names the packages whose functions give the same result for the same arguments, and change nothing else.
var pure = []string{
	"bytes", "crypto/md5", "crypto/sha1", "crypto/sha256", "crypto/sha512", "encoding/binary", "hash", "hash/adler32",
	"hash/crc32", "hash/crc64", "hash/fnv", "math", "math/bits", "strconv", "strings", "unicode/utf8",
	"github.com/cespare/xxhash", "github.com/zeebo/xxh3",
}

// pureFuncs lists more of them, of packages that have others too.
var pureFuncs = []string{"fmt.Sprint", "fmt.Sprintf", "fmt.Fprint", "fmt.Fprintf", "io.WriteString"}

func isPure(pkg *types.Package) bool { return slices.Contains(pure, session.Unversioned(pkg.Path())) }

// repeatable reports whether an expression gives the same value when it is evaluated once more, as long as the variables
// in it do not change.
func (x *fixer) repeatable(e ast.Expr, depth int) bool {
	all := func(list ...ast.Expr) bool {
		return !slices.ContainsFunc(list, func(e ast.Expr) bool { return e != nil && !x.repeatable(e, depth) })
	}
	info := x.pass.TypesInfo
	if info.Types[e].Value != nil || info.Types[e].IsType() {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.ParenExpr:
		return all(e.X)
	case *ast.SelectorExpr:
		v, ok := info.Uses[e.Sel].(*types.Var)
		return ok && (!v.IsField() || all(e.X))
	case *ast.BinaryExpr:
		return all(e.X, e.Y)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && e.Op != token.AND && all(e.X)
	case *ast.IndexExpr:
		return all(e.X, e.Index)
	case *ast.SliceExpr:
		return all(e.X, e.Low, e.High, e.Max)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			if !all(elt) {
				return false
			}
		}
		return true
	case *ast.CallExpr:
		if !all(e.Args...) {
			return false
		}
		if info.Types[e.Fun].IsType() {
			return true
		}
		return x.pureCall(e, depth)
	}
	return false
}

// pureCall reports whether the result of a call depends on nothing but its arguments and its receiver.
func (x *fixer) pureCall(call *ast.CallExpr, depth int) bool {
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok && x.pass.TypesInfo.Selections[sel] != nil {
		if !x.repeatable(sel.X, depth) {
			return false
		}
		n, ok := types.Unalias(x.pass.TypesInfo.TypeOf(sel.X)).(*types.Named)
		if ok && n.Obj().Pkg() != nil && isPure(n.Obj().Pkg()) { // the Write of a hash is that of io.Writer
			return true
		}
	}
	switch fn := typeutil.Callee(x.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		return slices.Contains([]string{"len", "cap", "min", "max"}, fn.Name())
	case *types.Func:
		if fn.Pkg() == nil {
			return false
		}
		if fn.Pkg() != x.pass.Pkg {
			return isPure(fn.Pkg()) || slices.Contains(pureFuncs, fn.FullName())
		}
		for _, file := range x.pass.Files {
			for _, decl := range file.Decls {
				if decl, ok := decl.(*ast.FuncDecl); ok && x.pass.TypesInfo.Defs[decl.Name] == fn.Origin() {
					return depth < 3 && decl.Body != nil && x.pureBody(decl.Body, depth+1)
				}
			}
		}
	}
	return false
}

// pureBody reports whether a function changes nothing but its own variables, and reads nothing but these and what it
// is given.
func (x *fixer) pureBody(body *ast.BlockStmt, depth int) bool {
	ok := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt, *ast.DeferStmt, *ast.SendStmt, *ast.SelectStmt, *ast.FuncLit:
			ok = false
		case *ast.Ident:
			v, isVar := x.pass.TypesInfo.Uses[n].(*types.Var)
			ok = ok && !(isVar && !v.IsField() && v.Kind() == types.PackageVar && v.Pkg() == x.pass.Pkg)
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				_, local := ast.Unparen(lhs).(*ast.Ident)
				ok = ok && local
			}
		case *ast.IncDecStmt:
			_, local := ast.Unparen(n.X).(*ast.Ident)
			ok = ok && local
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.CallExpr:
			ok = ok && (x.pass.TypesInfo.Types[n.Fun].IsType() || x.pureCall(n, depth))
		}
		return ok
	})
	return ok
}

// settled reports whether expressions written in a function keep their value behind pos: none of their variables is
// given another one.
func (x *fixer) settled(fn function, pos token.Pos, list ...ast.Expr) bool {
	ok := true
	for _, e := range list {
		ast.Inspect(e, func(n ast.Node) bool {
			if e, isExpr := n.(ast.Expr); isExpr && ok && x.isPlain(e) {
				ok = !x.changes(fn, e, pos)
			}
			return ok
		})
	}
	return ok
}

// lasting returns an expression for a context that is not done when the given one is, and whether there is one.
func (x *fixer) lasting(ctx ast.Expr, pos token.Pos) (string, bool) {
	if ctx == nil {
		return "", false
	}
	if x.isLasting(ctx) {
		return x.source(ctx), true
	}
	if call, ok := ctx.(*ast.CallExpr); ok { // r.Context()
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Context" || len(call.Args) > 0 || !x.isPlain(sel.X) {
			return "", false
		}
	} else if !x.isPlain(ctx) {
		return "", false
	}
	return x.use("context", pos) + ".WithoutCancel(" + x.source(ctx) + ")", true
}

// isLasting reports whether a context is written such that nothing can end it.
func (x *fixer) isLasting(ctx ast.Expr) bool {
	call, ok := ast.Unparen(ctx).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(x.pass.TypesInfo, call).(*types.Func)
	if !ok {
		return false
	}
	switch fn.FullName() {
	case "context.Background", "context.TODO":
		return true
	case "context.WithoutCancel":
		return x.isPlain(ast.Unparen(call.Args[0])) || x.isLasting(call.Args[0])
	}
	return false
}

func isContext(t types.Type) bool { return isNamed(t, "context", "Context") }

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}
