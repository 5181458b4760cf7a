package lockop

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// inventory describes the lock operations of the package, and the calls of wrappers that other packages define.
func (f *finder) inventory(g *graph, table *session.Table) lockmap.Inventory {
	var inv lockmap.Inventory
	for _, fn := range g.functions {
		for _, u := range fn.uses {
			if Skip(f.pass, u.call) {
				continue
			}
			if u.op != nil {
				for _, l := range u.op.locks() {
					inv.Operations = append(inv.Operations, f.described(g, table, fn, u, l))
				}
			}
			for _, callee := range u.callee {
				w, ok := wrapperOf(f.pass, callee)
				if !ok {
					continue
				}
				for _, held := range w.Acquires {
					op := held.Op
					op.Callers = []lockmap.Caller{{
						Place:   lockmap.Place{Pos: f.place(u.call.Pos()), Func: u.name},
						Package: f.pass.Pkg.Path(),
					}}
					op.Releases = f.releases(g, fn, u)
					inv.Operations = append(inv.Operations, op)
				}
			}
		}
	}
	inv.Edges = f.edges(g, table)
	return inv
}

// described describes one lock call of an operation.
func (f *finder) described(g *graph, table *session.Table, fn *function, u use, l lock) lockmap.Operation {
	op := f.bare(table, u, l)
	if fn.obj != nil {
		for _, c := range g.callers[fn.obj] {
			op.Callers = append(op.Callers, lockmap.Caller{Place: lockmap.Place{Pos: f.place(c.use.call.Pos()), Func: c.use.name}})
		}
	}
	if l.call.Func.Action == locksql.Acquire {
		op.Releases = f.releases(g, fn, u)
		if l.call.Func.Scope == locksql.Transaction {
			op.Releases = []lockmap.Release{{How: "end of the transaction"}}
		}
	}
	return op
}

// bare describes a lock call by itself, without callers and releases.
func (f *finder) bare(table *session.Table, u use, l lock) lockmap.Operation {
	return lockmap.Operation{
		Pos:      f.place(u.call.Pos()),
		Package:  f.pass.Pkg.Path(),
		Func:     u.name,
		Function: l.call.Func.Name,
		Action:   [...]string{"acquire", "release", "release all"}[l.call.Func.Action],
		Scope:    [...]string{"session", "transaction"}[l.call.Func.Scope],
		Mode:     [...]string{"exclusive", "shared"}[l.call.Func.Mode],
		Try:      l.call.Func.Try,
		Keys:     f.keys(u.op, l),
		Session:  f.session(table, u),
		Context:  f.context(u.call),
		Success:  success(l.call.Func),
	}
}

// success says how code learns that a lock was taken.
func success(fn locksql.Func) string {
	switch {
	case fn.Action != locksql.Acquire:
		return ""
	case fn.Try:
		return "the result is true"
	}
	return "no error"
}

// context returns the context that a call is given, as written.
func (f *finder) context(call *ast.CallExpr) string {
	for _, a := range call.Args {
		if t := f.info.TypeOf(a); t != nil && isContext(t) {
			return types.ExprString(a)
		}
	}
	return ""
}

func (f *finder) releases(g *graph, fn *function, u use) []lockmap.Release {
	var out []lockmap.Release
	for _, r := range g.releasesOf(fn, 3) {
		if r.use.call == u.call || f.inTest(r.use.call) && !f.inTest(u.call) {
			continue
		}
		out = append(out, lockmap.Release{Place: lockmap.Place{Pos: f.place(r.use.call.Pos()), Func: r.use.name}, How: r.how})
	}
	if len(out) == 0 {
		out = f.sessionEnds(g, fn)
	}
	return out
}

// inTest reports whether n stands in a test file: what a test unlocks, the program does not.
func (f *finder) inTest(n ast.Node) bool {
	return strings.HasSuffix(f.pass.Fset.File(n.Pos()).Name(), "_test.go")
}

// sessionEnds finds calls that end the server session, in fn, its callers and the methods of its type.
func (f *finder) sessionEnds(g *graph, fn *function) []lockmap.Release {
	var out []lockmap.Release
	seen := map[*function]bool{}
	var look func(fn *function, depth int)
	look = func(fn *function, depth int) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		for _, end := range f.flow.ends[fn.obj] {
			if fn.obj != nil {
				out = append(out, lockmap.Release{Place: lockmap.Place{Pos: f.place(end.call.Pos()), Func: end.name}, How: end.how})
			}
		}
		if depth == 0 || fn.obj == nil || len(out) > 0 {
			return
		}
		for _, m := range g.functions {
			if m.recv != nil && m.recv == fn.recv {
				look(m, 0)
			}
		}
		for _, c := range g.callers[fn.obj] {
			look(c.in, depth-1)
		}
	}
	look(fn, 2)
	if ended := slices.IndexFunc(out, func(r lockmap.Release) bool { return r.How == endOfSession }); ended >= 0 {
		return out[ended : ended+1]
	}
	return out
}

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
			root := f.chainRoot(sel.X)
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
func (f *finder) chainRoot(e ast.Expr) ast.Expr {
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
		if fn == nil || from != to && !isQuery(to.Name()) {
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
	if owner := f.params[v]; owner.fn != nil && !v.IsField() {
		values = f.flow.passed[v]
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
		return f.traced(table, sel.X, depth+1)
	}
	return session.Unknown, ""
}

// Inventory describes the lock operations of the package. It is empty for a package without any.
func (res *Result) Inventory() lockmap.Inventory {
	if res.inventory == nil {
		return lockmap.Inventory{}
	}
	return res.inventory()
}
