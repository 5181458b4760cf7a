package sqltext

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// call returns the texts of one result of a call.
func (r *Resolver) call(call *ast.CallExpr, result int, s scope) []Text {
	r.steps--
	if r.steps < 0 || s.depth > maxDepth {
		return unknown
	}
	if e := r.handedOn(call); e != nil && result == 0 {
		return r.eval(e, s)
	}
	if r.info.Types[call.Fun].IsType() {
		return r.constant(call)
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if _, ok := r.info.Uses[id].(*types.Builtin); ok {
			return r.builtin(id.Name, call, s)
		}
	}
	arg := func(i int) []Text { return r.eval(call.Args[i], s) }
	switch n := len(call.Args); calleeName(r.info, call) {
	case "fmt.Sprintf", "fmt.Sprint":
		return r.printed(call, s)
	case "bytes.NewBufferString", "bytes.NewBuffer", "bytes.Clone", "strings.Clone":
		if r.info.Types[call.Args[0]].IsNil() {
			return empty
		}
		return arg(0)
	case "(*strings.Builder).String", "(*bytes.Buffer).String", "(*bytes.Buffer).Bytes":
		return r.eval(call.Fun.(*ast.SelectorExpr).X, s)
	case "strings.Join":
		return r.joined(call, s)
	case "strings.Repeat":
		return r.repeated(call, s)
	case "strings.TrimSpace":
		return each(arg(0), trimSpace)
	case "strings.ToLower":
		return each(arg(0), func(t Text) Text { return t.rewrite(strings.ToLower) })
	case "strings.ToUpper":
		return each(arg(0), func(t Text) Text { return t.rewrite(strings.ToUpper) })
	case "strings.ReplaceAll", "strings.Replace":
		old := r.info.Types[call.Args[1]].Value
		if n == 4 && !r.negative(call.Args[3]) || old == nil {
			return unknown
		}
		return each(arg(0), func(t Text) Text { return t.replace(constant.StringVal(old), one(arg(2))) })
	case "(embed.FS).ReadFile":
		return r.readFile(call, result)
	}
	if texts := r.followed(call, result, s); !allUnknown(texts) {
		return texts
	}
	if result == 0 {
		return r.more(call)
	}
	return unknown
}

// handsOn names functions whose result is one of their arguments, white space and placeholders aside.
var handsOn = map[string]int{
	"github.com/jmoiron/sqlx.In":            0,
	"github.com/jmoiron/sqlx.Named":         0,
	"github.com/jmoiron/sqlx.Rebind":        1,
	"github.com/lithammer/dedent.Dedent":    0,
	"github.com/MakeNowJust/heredoc.Doc":    0,
	"github.com/MakeNowJust/heredoc/v2.Doc": 0,
	"(*database/sql.Tx).Stmt":               0,
	"(*database/sql.Tx).StmtContext":        1,
}

// handedOn returns the argument that the call hands on as its (first) result, or nil.
func (r *Resolver) handedOn(call *ast.CallExpr) ast.Expr {
	if tv := r.info.Types[call.Fun]; tv.IsType() {
		if len(call.Args) == 1 && isText(tv.Type) && isText(r.info.TypeOf(call.Args[0])) {
			return call.Args[0]
		}
		return nil
	}
	fn, ok := typeutil.Callee(r.info, call).(*types.Func)
	if !ok {
		return nil
	}
	if i, ok := handsOn[fn.FullName()]; ok && i < len(call.Args) {
		return call.Args[i]
	}
	sig := fn.Signature()
	if fn.Name() == "Rebind" && sig.Recv() != nil && sig.Params().Len() == 1 && isText(sig.Params().At(0).Type()) {
		return call.Args[0]
	}
	return nil
}

func (r *Resolver) builtin(name string, call *ast.CallExpr, s scope) []Text {
	switch name {
	case "new":
		if isBuilder(r.info.TypeOf(call)) {
			return empty
		}
	case "append":
		if isText(r.info.TypeOf(call)) && len(call.Args) == 2 && call.Ellipsis.IsValid() { // append(b, "text"...)
			return product(r.eval(call.Args[0], s), r.eval(call.Args[1], s))
		}
	}
	return unknown
}

// followed returns the texts that a function of this package returns. Its parameters stand for the arguments of the
// call.
func (r *Resolver) followed(call *ast.CallExpr, result int, s scope) []Text {
	fn, ok := typeutil.Callee(r.info, call).(*types.Func)
	if !ok || fn.Pkg() != r.pkg {
		return unknown
	}
	decl := r.index().funcs[fn.Origin()]
	sig := fn.Origin().Signature()
	if decl == nil || decl.Body == nil || result >= sig.Results().Len() || !isText(sig.Results().At(result).Type()) {
		return unknown
	}
	inner := scope{depth: s.depth, params: map[*types.Var][]Text{}}
	for i := range sig.Params().Len() {
		if p := sig.Params().At(i); isText(p.Type()) && i < len(call.Args) {
			inner.params[p] = r.eval(call.Args[i], s)
		}
	}
	var texts []Text
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			switch {
			case len(n.Results) == sig.Results().Len():
				texts = append(texts, r.eval(n.Results[result], inner)...)
			case len(n.Results) == 1:
				if call, ok := ast.Unparen(n.Results[0]).(*ast.CallExpr); ok {
					texts = append(texts, r.call(call, result, inner.deeper())...)
				}
			default: // a bare return
				texts = append(texts, unknown...)
			}
		}
		return true
	})
	if len(texts) == 0 || len(texts) > maxAlternatives {
		return unknown
	}
	return through(distinct(texts), fn.Origin())
}

func (r *Resolver) joined(call *ast.CallExpr, s scope) []Text {
	elems := r.elements(call.Args[0], s.depth)
	if elems == nil {
		return unknown
	}
	sep := r.eval(call.Args[1], s)
	texts := empty
	for i, e := range elems {
		if _, ok := e.(*ast.KeyValueExpr); ok {
			return unknown
		}
		if i > 0 {
			texts = product(texts, sep)
		}
		texts = product(texts, r.eval(e, s))
	}
	return texts
}

func (r *Resolver) repeated(call *ast.CallExpr, s scope) []Text {
	v := r.info.Types[call.Args[1]].Value
	if v == nil {
		return unknown
	}
	n, ok := constant.Int64Val(constant.ToInt(v))
	if !ok || n < 0 || n > maxRepeat {
		return unknown
	}
	text := one(r.eval(call.Args[0], s))
	if int(n)*text.size() > maxSize {
		return unknown
	}
	out := Text{}
	for range n {
		out = join(out, text)
	}
	return []Text{out}
}

func (r *Resolver) negative(e ast.Expr) bool {
	v := r.info.Types[e].Value
	return v != nil && constant.Sign(v) < 0
}

func trimSpace(t Text) Text {
	s := t.String()
	left := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
	return t.slice(left, max(left, len(strings.TrimRight(s, " \t\r\n"))))
}

// each applies f to every text.
func each(texts []Text, f func(Text) Text) []Text {
	out := make([]Text, len(texts))
	for i, t := range texts {
		out[i] = f(t)
	}
	return out
}

// one returns the text if there is only one, and a hole otherwise.
func one(texts []Text) Text {
	if len(texts) == 1 {
		return texts[0]
	}
	return unknown[0]
}

// calleeName returns the full name of the function that is called, or "".
func calleeName(info *types.Info, call *ast.CallExpr) string {
	switch ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr, *ast.Ident: // the rest (generics, closures) is of no interest here
	default:
		return ""
	}
	if fn, ok := typeutil.Callee(info, call).(*types.Func); ok {
		return fn.FullName()
	}
	return ""
}

// isText reports whether t holds text: a string, a []byte, or a type made of one.
func isText(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Kind() == types.Byte
	}
	return false
}

// isBuilder reports whether t is a strings.Builder, a bytes.Buffer or a pointer to one.
func isBuilder(t types.Type) bool {
	if t == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	switch named.Obj().Pkg().Path() + "." + named.Obj().Name() {
	case "strings.Builder", "bytes.Buffer":
		return true
	}
	return false
}
