package lockop

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// inventory describes the lock operations of the package, and the calls of wrappers that other packages define.
func (g *graph) inventory() lockmap.Inventory {
	var inv lockmap.Inventory
	for _, fn := range g.functions {
		for _, u := range fn.uses {
			if Skip(g.pass, u.at) {
				continue
			}
			if u.declared != nil {
				inv.Operations = append(inv.Operations, g.describedAs(fn, u)...)
			}
			if u.op != nil {
				for _, l := range u.op.locks() {
					inv.Operations = append(inv.Operations, g.described(fn, u, l))
				}
			}
			for _, callee := range u.callee {
				w, ok := wrapperOf(g.pass, callee)
				if !ok {
					continue
				}
				for _, a := range w.Acquires {
					inv.Operations = append(inv.Operations, g.acquiredAt(fn, u, a))
				}
				for _, a := range w.Holds {
					op := a.Op // its releases are known
					op.Callers = []lockmap.Caller{g.caller(u, a)}
					inv.Operations = append(inv.Operations, op)
				}
			}
		}
	}
	inv.Edges = g.edges()
	return inv
}

// count counts what the inventory knows, and what it does not.
func (g *graph) count(s *Stats) {
	for _, fn := range g.functions {
		for _, u := range fn.uses {
			if u.op == nil || Skip(g.pass, u.at) {
				continue
			}
			n := len(u.op.locks())
			s.Operations += n
			if g.session(g.table, u).Class == session.Unknown.String() {
				s.Sessions += n
			}
		}
		if fn.obj == nil {
			continue
		}
		if w := new(Wrapper); g.pass.ImportObjectFact(fn.obj, w) {
			s.Wrappers++
		}
	}
}

// described describes one lock call of an operation.
func (g *graph) described(fn *function, u use, l lock) lockmap.Operation {
	op := g.bare(g.table, u, l)
	op.Callers = g.callersOf(fn, Acquired{Op: op, Params: g.params(fn, u, l)})
	if op.Action == "acquire" {
		op.Releases = g.released(fn, u, op)
	}
	return op
}

// callersOf returns the calls in the package of a function that takes or gives back a lock.
func (g *graph) callersOf(fn *function, a Acquired) []lockmap.Caller {
	var out []lockmap.Caller
	for _, c := range g.callers[fn.obj] {
		if fn.obj != nil {
			caller := g.caller(c.use, a)
			caller.Package = ""
			out = append(out, caller)
		}
	}
	return out
}

// acquiredAt describes a lock of a wrapper of another package where that is called.
func (g *graph) acquiredAt(fn *function, u use, a Acquired) lockmap.Operation {
	op := a.Op
	op.Callers = []lockmap.Caller{g.caller(u, a)}
	if op.Session.Class == session.Unknown.String() && u.call != nil {
		if s := g.sessionOf(g.table, u.call); s.Class != op.Session.Class {
			op.Session = s
		}
	}
	if len(op.Releases) == 0 {
		op.Releases = g.released(fn, u, op)
	}
	return op
}

func (g *graph) caller(u use, a Acquired) lockmap.Caller {
	return lockmap.Caller{
		Place:   lockmap.Place{Pos: g.place(u.at.Pos()), Func: u.name},
		Package: g.pass.Pkg.Path(),
		Keys:    g.keysAt(u.call, a),
	}
}

// released says how a lock that is taken at a use is given back.
func (g *graph) released(fn *function, u use, op lockmap.Operation) []lockmap.Release {
	if op.Scope == "transaction" {
		return []lockmap.Release{{How: "end of the transaction"}}
	}
	if out := g.shown(fn, u, op.KeyName()); len(out) > 0 {
		return out
	}
	return g.sessionEnds(fn)
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

// inTest reports whether n stands in a test file: what a test unlocks, the program does not.
func (f *finder) inTest(n ast.Node) bool {
	return strings.HasSuffix(f.pass.Fset.File(n.Pos()).Name(), "_test.go")
}

// Inventory describes the lock operations of the package. It is empty for a package without any.
func (res *Result) Inventory() lockmap.Inventory {
	if res.inventory == nil {
		return lockmap.Inventory{}
	}
	return res.inventory()
}
