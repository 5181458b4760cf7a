package lockop

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// session says on which kind of session an operation runs: by the type of the handle, or, where that is an interface,
// by what the package assigns to it or passes for it, if that agrees.
func (f *finder) session(table *session.Table, u use) lockmap.Session {
	call := u.call
	s := f.sessionOf(table, call)
	for range maxDerive {
		inner := f.inner[origin(typeutil.Callee(f.info, call))]
		if s.Class != session.Unknown.String() || inner == nil {
			break
		}
		if through := f.sessionOf(table, inner); through.Class != session.Unknown.String() {
			through.Why += ", in " + types.ExprString(call.Fun)
			return through
		}
		call = inner
	}
	return s
}

func (f *finder) sessionOf(table *session.Table, call *ast.CallExpr) lockmap.Session {
	handle := f.handle(table, call)
	if handle == nil {
		return lockmap.Session{Class: session.Unknown.String(), Why: "the handle is not known"}
	}
	t := f.info.TypeOf(handle)
	info := table.Of(t)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.X == handle {
		// A promoted method runs on what it is promoted from.
		if on, ok := table.Receiver(f.info.Selections[sel]); ok {
			info = table.Of(on)
		}
	}
	s := lockmap.Session{
		Class: info.Class.String(), Why: info.Why, Expr: types.ExprString(handle),
		Type: types.TypeString(t, func(p *types.Package) string { return p.Name() }),
	}
	if info.Class == session.Unknown {
		if class, why := f.classOf(table, handle, 0); class != session.Unknown {
			s.Class, s.Why = class.String(), why
		}
	}
	return s
}

// handle returns the expression whose value the operation runs on: the receiver of the method, less the fields that
// lead to a promoted one, or the argument that is a handle.
func (f *finder) handle(table *session.Table, call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if s := f.info.Selections[sel]; s != nil {
			root := f.chainRoot(table, sel.X)
			if table.Of(f.info.TypeOf(root)).Class != session.Unknown || !f.hasHandleArg(table, call) {
				return root
			}
		}
	}
	for _, a := range call.Args {
		if table.Of(f.info.TypeOf(a)).Class != session.Unknown {
			return a
		}
	}
	for _, a := range call.Args {
		if t := f.info.TypeOf(a); t != nil && types.IsInterface(t) && !isContext(t) && typeNameOf(t) != nil && typeNameOf(t).Name() != "error" {
			return a
		}
	}
	return nil
}

func (f *finder) hasHandleArg(table *session.Table, call *ast.CallExpr) bool {
	for _, a := range call.Args {
		if table.Of(f.info.TypeOf(a)).Class != session.Unknown {
			return true
		}
	}
	return false
}

// chainRoot returns the handle at the start of a chain of calls on one value: db of db.WithContext(ctx).Raw(text).
func (f *finder) chainRoot(table *session.Table, e ast.Expr) ast.Expr {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return e
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || f.info.Selections[sel] == nil {
			return e
		}
		from, to := typeNameOf(f.info.TypeOf(sel.X)), typeNameOf(f.info.TypeOf(e))
		if from == nil || to == nil || from.Pkg() != to.Pkg() {
			return e
		}
		fn, _ := typeutil.Callee(f.info, call).(*types.Func)
		if fn == nil {
			return e
		}
		if made := table.Method(fn); made.From != session.Receiver || made.Class != session.Unknown {
			return e // another session: q.WithTx(tx), db.Begin()
		}
		if from != to && !isQuery(to.Name()) {
			return e
		}
		e = sel.X
	}
}

func isQuery(name string) bool {
	return strings.Contains(name, "Query") || strings.Contains(name, "Stmt") || strings.Contains(name, "Builder")
}

// traced follows a handle whose type does not tell to the values that it can have in this package.
func (f *finder) traced(table *session.Table, e ast.Expr, depth int) (session.Class, string) {
	if depth > maxDerive {
		return session.Unknown, ""
	}
	v, ok := f.texts.Variable(e)
	if !ok {
		return session.Unknown, ""
	}
	values := f.texts.Values(v)
	if passed := f.flow.passed[v]; passed != nil || f.params[v].fn != nil && !v.IsField() {
		values = passed
	}
	if g, ok := f.flow.given[v]; ok && g.class != session.Unknown {
		return g.class, "given by " + g.by
	}
	class, why := session.Unknown, ""
	for _, value := range values {
		if f.info.Types[value].IsNil() {
			continue
		}
		c, w := f.classOf(table, value, depth)
		if c == session.Unknown || class != session.Unknown && c != class {
			return session.Unknown, ""
		}
		class, why = c, w
	}
	return class, why
}

// classOf returns the class of a value: by its type, by the call that makes it, or by what it is traced to.
func (f *finder) classOf(table *session.Table, value ast.Expr, depth int) (session.Class, string) {
	if info := table.Of(f.info.TypeOf(value)); info.Class != session.Unknown {
		return info.Class, "here always " + types.ExprString(value)
	}
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok {
		return f.traced(table, value, depth+1)
	}
	fn, ok := origin(typeutil.Callee(f.info, call)).(*types.Func)
	if !ok {
		return session.Unknown, ""
	}
	e := table.Method(fn)
	switch {
	case e.Class != session.Unknown:
		return e.Class, "made by " + fn.Name()
	case e.Kind == session.Nothing:
		return session.Unknown, ""
	case e.From >= 0 && e.From < len(call.Args):
		return f.classOf(table, call.Args[e.From], depth+1)
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && e.From == session.Receiver {
		return f.classOf(table, sel.X, depth+1)
	}
	return session.Unknown, ""
}
