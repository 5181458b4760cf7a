package lockop

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A graph is what is known of the functions of a package: who takes session locks, and who gives them back.
type graph struct {
	*finder
	pass      *analysis.Pass
	table     *session.Table
	functions []*function
	byObj     map[*types.Func]*function
	callers   map[*types.Func][]callSite

	takes    map[*types.Func]bool // it takes a session lock, itself or through what it calls
	releases map[*types.Func]bool // it takes none, and gives one back when it is called; or it is declared to
	hands    map[*types.Func]bool // it returns a function that gives one back

	byRecv map[*types.TypeName][]*function
	byType map[*types.TypeName][]release
	held   map[*types.Func]*held
}

// A callSite is a call of a function of the package, or a mention.
type callSite struct {
	in  *function
	use use
}

func newGraph(f *finder, table *session.Table, functions []*function) *graph {
	g := &graph{
		finder: f, pass: f.pass, table: table, functions: functions,
		byObj:   map[*types.Func]*function{},
		callers: map[*types.Func][]callSite{},
		takes:   map[*types.Func]bool{}, releases: map[*types.Func]bool{}, hands: map[*types.Func]bool{},
		byRecv: map[*types.TypeName][]*function{},
		byType: map[*types.TypeName][]release{},
		held:   map[*types.Func]*held{},
	}
	for _, fn := range functions {
		if fn.obj != nil {
			g.byObj[fn.obj] = fn
		}
		if fn.recv != nil {
			g.byRecv[fn.recv] = append(g.byRecv[fn.recv], fn)
		}
		for _, u := range fn.uses {
			for _, callee := range u.callee {
				if callee != fn.obj {
					g.callers[callee] = append(g.callers[callee], callSite{fn, u})
				}
			}
		}
	}
	g.spread(g.takes, func(fn *function, u use) bool {
		return u.ways.all() != background && (u.op != nil && u.op.acquiresSession() ||
			u.declared != nil && u.declared.Acquires || slices.ContainsFunc(u.callee, g.taker))
	})
	g.spread(g.releases, func(fn *function, u use) bool {
		if u.declared != nil {
			return u.declared.Releases
		}
		how := u.ways.all()
		return !g.takes[fn.obj] && how != returned && how != dropped && g.gives(u)
	})
	g.spread(g.hands, func(fn *function, u use) bool {
		return u.ways.all() == returned && (g.gives(u) || g.closing(u)) ||
			u.declared != nil && u.declared.Acquires && returnsFunc(fn.obj)
	})
	return g
}

// spread adds the functions to a set in which a use satisfies holds. That looks at the set: where a function is called
// that was added, it is asked again.
func (g *graph) spread(set map[*types.Func]bool, holds func(*function, use) bool) {
	var todo []*function
	mark := func(fn *function) {
		set[fn.obj] = true
		todo = append(todo, fn)
	}
	for _, fn := range g.functions {
		if fn.obj != nil && slices.ContainsFunc(fn.uses, func(u use) bool { return holds(fn, u) }) {
			mark(fn)
		}
	}
	for len(todo) > 0 {
		fn := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, c := range g.callers[fn.obj] {
			if c.in.obj != nil && !set[c.in.obj] && holds(c.in, c.use) {
				mark(c.in)
			}
		}
	}
}

// gives reports whether a use gives a session lock back when it runs.
func (g *graph) gives(u use) bool {
	return u.op != nil && u.op.releasesSession() || u.declared != nil && u.declared.Releases || slices.ContainsFunc(u.callee, g.giver)
}

// closing reports whether a use yields a function that gives a session lock back.
func (g *graph) closing(u use) bool {
	return slices.ContainsFunc(u.callee, func(fn *types.Func) bool {
		if g.hands[fn] {
			return true
		}
		w, ok := wrapperOf(g.pass, fn)
		return ok && w.Closure
	})
}

func (g *graph) taker(fn *types.Func) bool {
	if g.takes[fn] {
		return true
	}
	w, ok := wrapperOf(g.pass, fn)
	return ok && len(w.Acquires)+len(w.Holds) > 0
}

func (g *graph) giver(fn *types.Func) bool {
	if g.releases[fn] {
		return true
	}
	w, ok := wrapperOf(g.pass, fn)
	return ok && w.Releases
}
