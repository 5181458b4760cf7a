package lockop

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// edges says which keys are taken while others are held, within a function and through the functions that it calls. A
// key is held from its acquisition to the next release in the order of the source; deferred releases come last.
func (g *graph) edges() []lockmap.Edge {
	var out []lockmap.Edge
	for _, fn := range g.functions {
		held := map[*ast.FuncLit][]lockmap.Operation{} // what runs apart holds its own
		for _, u := range fn.uses {
			lit, ok := u.ways.apart()
			if !ok || u.declared != nil {
				continue
			}
			for _, a := range g.passes(fn, u) {
				to := g.known(a)
				for _, from := range held[lit] {
					if from.KeyName() != to.KeyName() {
						out = append(out, lockmap.NewEdge(from, to, lockmap.Place{Pos: g.place(u.at.Pos()), Func: u.name}))
					}
				}
			}
			if g.gives(u) && u.ways.from(u.at.Pos()) == direct {
				held[lit] = slices.DeleteFunc(held[lit], func(op lockmap.Operation) bool {
					return u.op == nil || g.unlocks(u, op.KeyName())
				})
			}
			for _, a := range g.taken(fn, u, true) {
				held[lit] = append(held[lit], g.known(a))
			}
		}
	}
	return out
}

// apart returns the outermost literal around a call that runs on its own, later or at the same time, and whether the
// call itself does not.
func (w ways) apart() (*ast.FuncLit, bool) {
	var lit *ast.FuncLit
	for i, way := range w {
		if way.how != background && way.how != returned && way.how != dropped {
			continue
		}
		if i == 0 {
			return nil, false
		}
		lit = w[i-1].in
	}
	return lit, true
}

// known returns the operation with its keys as they are known best.
func (g *graph) known(a Acquired) lockmap.Operation {
	if a.Keys != nil {
		a.Op.Keys, a.Op.Package = a.Keys, g.pass.Pkg.Path()
	}
	return a.Op
}

// passing returns the locks that a function takes, in this package or another one.
func (g *graph) passing(fn *types.Func) []Acquired {
	if of := g.byObj[fn]; of != nil {
		return g.heldBy(of).passing
	}
	if w, ok := wrapperOf(g.pass, fn); ok {
		return slices.Concat(w.Acquires, w.Holds)
	}
	return nil
}

// passes returns the locks that a use takes, as fn's callers see them.
func (g *graph) passes(fn *function, u use) []Acquired {
	if u.declared != nil {
		return g.declaredLocks(fn, u)
	}
	var out []Acquired
	if u.op != nil {
		for _, l := range u.op.locks() {
			if l.call.Func.Action == locksql.Acquire {
				out = append(out, Acquired{Op: g.bare(g.table, u, l), Params: g.params(fn, u, l)})
			}
		}
	}
	for _, callee := range u.callee {
		for _, a := range g.passing(callee) {
			out = append(out, g.through(fn, u, a))
		}
	}
	return out
}
