package lockop

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A flow is what the inventory needs of how values move through a package: what is passed for parameters, what
// functions return, and where server sessions end.
type flow struct {
	passed  map[*types.Var][]ast.Expr    // the arguments for a parameter, at the calls in the package
	results map[types.Object][]ast.Expr  // what functions of the package return first
	ends    map[*types.Func][]sessionEnd // calls that end a server session, by the function that they stand in
	given   map[*types.Var]given         // parameters of function literals that a library calls back
}

// given is what a library gives a callback.
type given struct {
	class session.Class
	by    string
}

// A sessionEnd is a call that ends a server session, and with it all its locks, or seems to.
type sessionEnd struct {
	call *ast.CallExpr
	name string
	how  string
}

const endOfSession = "end of the session"

func (f *finder) newFlow(in *inspector.Inspector, table *session.Table) *flow {
	fl := &flow{
		passed: map[*types.Var][]ast.Expr{}, results: map[types.Object][]ast.Expr{}, ends: map[*types.Func][]sessionEnd{},
		given: map[*types.Var]given{},
	}
	kinds := []ast.Node{(*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil)}
	in.WithStack(kinds, func(n ast.Node, push bool, stack []ast.Node) bool {
		if !push {
			return true
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			fn, ok := origin(typeutil.Callee(f.info, n)).(*types.Func)
			if !ok {
				return true
			}
			if f.bodies[fn] {
				params := fn.Signature().Params()
				for i := range min(params.Len(), len(n.Args)) {
					fl.passed[params.At(i)] = append(fl.passed[params.At(i)], n.Args[i])
				}
			}
			if v, class := f.calledBack(table, n, fn); v != nil {
				fl.given[v] = given{class, fn.Name()}
			}
			if end, ok := f.endOf(table, n, fn); ok {
				end.name = enclosing(f.info, stack)
				owner := outer(f.info, stack)
				fl.ends[owner] = append(fl.ends[owner], end)
			}
		case *ast.ReturnStmt:
			if owner := outer(f.info, stack); owner != nil && len(n.Results) > 0 && !inLiteral(stack) {
				fl.results[owner] = append(fl.results[owner], n.Results[0])
			}
		}
		return true
	})
	return fl
}

// calledBack returns the parameter of a function literal that the call calls back with a session, and its class.
func (f *finder) calledBack(table *session.Table, call *ast.CallExpr, fn *types.Func) (*types.Var, session.Class) {
	e := table.Method(fn)
	if e.Callback < 0 || e.Callback >= len(call.Args) || e.Param < 0 {
		return nil, session.Unknown
	}
	sig, ok := f.info.TypeOf(call.Args[e.Callback]).(*types.Signature)
	if !isLit(ast.Unparen(call.Args[e.Callback])) || !ok || e.Param >= sig.Params().Len() {
		return nil, session.Unknown
	}
	return sig.Params().At(e.Param), e.Class
}

// endOf reports whether a call ends the server session of its receiver.
func (f *finder) endOf(table *session.Table, call *ast.CallExpr, fn *types.Func) (sessionEnd, bool) {
	e := table.Method(fn)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	switch {
	case !ok:
		return sessionEnd{}, false
	case e.Kind == session.Hijacks:
		return sessionEnd{call: call, how: "connection taken out of the pool"}, true
	case e.Kind == session.Closes && table.Of(f.info.TypeOf(sel.X)).End == session.EndsSession:
		return sessionEnd{call: call, how: endOfSession}, true
	case e.Kind == session.Releases && table.Of(f.info.TypeOf(sel.X)).Class == session.Pinned:
		return sessionEnd{call: call, how: "no unlock: the connection goes back to its pool with the lock"}, true
	}
	return sessionEnd{}, false
}

// outer returns the declared function around the top of the stack, or nil.
func outer(info *types.Info, stack []ast.Node) *types.Func {
	for _, n := range stack {
		if decl, ok := n.(*ast.FuncDecl); ok {
			fn, _ := info.Defs[decl.Name].(*types.Func)
			return fn
		}
	}
	return nil
}

func inLiteral(stack []ast.Node) bool {
	for _, n := range stack {
		if isLit(n) {
			return true
		}
	}
	return false
}

// edges says which keys are taken while others are held, within a function and through the functions that it calls. A
// key is held from its acquisition to the next release in the order of the source; deferred releases come last.
func (f *finder) edges(g *graph, table *session.Table) []lockmap.Edge {
	var out []lockmap.Edge
	for _, fn := range g.functions {
		var held []lockmap.Operation
		for _, u := range fn.uses {
			if u.how == background || u.how == returned {
				continue
			}
			taken := f.takenBy(g, table, u, 3)
			for _, to := range taken {
				for _, from := range held {
					if from.KeyName() != to.KeyName() {
						out = append(out, lockmap.NewEdge(from, to, lockmap.Place{Pos: f.place(u.call.Pos()), Func: u.name}))
					}
				}
			}
			if u.how == direct && g.gives(u) && (u.op == nil || u.op.releasesSession()) {
				held = nil
			}
			held = append(held, taken...)
		}
	}
	return out
}

// takenBy returns the locks that a use takes.
func (f *finder) takenBy(g *graph, table *session.Table, u use, depth int) []lockmap.Operation {
	var out []lockmap.Operation
	if u.op != nil {
		for _, l := range u.op.locks() {
			if l.call.Func.Action == locksql.Acquire {
				out = append(out, f.bare(table, u, l))
			}
		}
		return out
	}
	if depth == 0 {
		return nil
	}
	for _, callee := range u.callee {
		fn := g.byObj[callee]
		if fn == nil || g.releases[callee] {
			continue
		}
		for _, inner := range fn.uses {
			if inner.how == direct {
				out = append(out, f.takenBy(g, table, inner, depth-1)...)
			}
		}
	}
	return out
}
