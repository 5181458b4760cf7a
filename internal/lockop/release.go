package lockop

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
)

// A graph is what is known of the functions of a package: who takes session locks, and who gives them back.
type graph struct {
	pass      *analysis.Pass
	functions []*function
	byObj     map[*types.Func]*function
	releases  map[*types.Func]bool // it gives a session lock back, itself or through what it calls
	callers   map[*types.Func][]callSite
	describe  func(use, lock) lockmap.Operation
}

// A callSite is a call of a function of the package.
type callSite struct {
	in  *function
	use use
}

func newGraph(pass *analysis.Pass, functions []*function, describe func(use, lock) lockmap.Operation) *graph {
	g := &graph{
		pass: pass, functions: functions, describe: describe,
		byObj:    map[*types.Func]*function{},
		releases: map[*types.Func]bool{},
		callers:  map[*types.Func][]callSite{},
	}
	for _, fn := range functions {
		if fn.obj != nil {
			g.byObj[fn.obj] = fn
		}
		for _, u := range fn.uses {
			for _, callee := range u.callee {
				if callee != fn.obj {
					g.callers[callee] = append(g.callers[callee], callSite{fn, u})
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range functions {
			if fn.obj != nil && !g.releases[fn.obj] && slices.ContainsFunc(fn.uses, g.gives) {
				g.releases[fn.obj], changed = true, true
			}
		}
	}
	return g
}

// gives reports whether a use gives a session lock back.
func (g *graph) gives(u use) bool {
	if u.op != nil && u.op.releasesSession() {
		return true
	}
	return slices.ContainsFunc(u.callee, g.giver)
}

// giver reports whether a function gives a session lock back.
func (g *graph) giver(fn *types.Func) bool {
	if g.releases[fn] {
		return true
	}
	w, ok := wrapperOf(g.pass, fn)
	return ok && w.Releases && len(w.Acquires) == 0
}

// A release is one way in which a lock of a function is given back.
type release struct {
	in  *function
	use use
	how string
}

// releasesOf finds how the session locks that fn takes are given back, nearest first: in fn itself; by a method of its
// receiver or of what it returns; by its callers, up to a few levels. Only the nearest kind is returned.
func (g *graph) releasesOf(fn *function, depth int) []release {
	if out := g.within(fn); len(out) > 0 {
		return out
	}
	if out := g.methods(fn); len(out) > 0 {
		return out
	}
	if depth == 0 || fn.obj == nil {
		return nil
	}
	var out []release
	for _, c := range g.callers[fn.obj] {
		for _, r := range g.releasesOf(c.in, depth-1) {
			if !slices.ContainsFunc(out, func(o release) bool { return o.use.call == r.use.call }) {
				out = append(out, r)
			}
		}
	}
	return out
}

// within finds the releases in the body of fn.
func (g *graph) within(fn *function) []release {
	var out []release
	for _, u := range fn.uses {
		if !g.gives(u) {
			continue
		}
		how := map[manner]string{
			direct: "unlock", deferred: "deferred unlock", returned: "returned closure", callback: "callback",
			background: "goroutine",
		}[u.how]
		if u.op == nil || !u.op.releasesSession() {
			how = map[manner]string{
				direct: "helper", deferred: "deferred helper", returned: "returned closure", callback: "callback",
				background: "goroutine",
			}[u.how]
		}
		out = append(out, release{fn, u, how})
	}
	return out
}

// methods finds the releases in the methods of fn's receiver and of the types that fn returns.
func (g *graph) methods(fn *function) []release {
	types := fn.returns
	if fn.recv != nil {
		types = append(slices.Clone(types), fn.recv)
	}
	var out []release
	for _, m := range g.functions {
		if m == fn || m.recv == nil || !slices.Contains(types, m.recv) {
			continue
		}
		for _, r := range g.within(m) {
			r.how = "method"
			out = append(out, r)
		}
	}
	return out
}

// leaves reports whether fn leaves a session lock held for its callers to give back, and which.
func (g *graph) leaves(fn *function) []Acquired {
	for _, r := range g.within(fn) {
		if r.use.how == direct || r.use.how == deferred {
			return nil
		}
	}
	var out []Acquired
	add := func(a Acquired) {
		if !slices.ContainsFunc(out, a.same) {
			out = append(out, a)
		}
	}
	for _, u := range fn.uses {
		if u.op != nil && u.op.acquiresSession() {
			for _, l := range u.op.locks() {
				add(Acquired{g.describe(u, l)})
			}
		}
		for _, callee := range u.callee {
			if w, ok := wrapperOf(g.pass, callee); ok {
				for _, a := range w.Acquires {
					add(a)
				}
			}
		}
	}
	return out
}

// export exports the facts of the package's functions.
func (g *graph) export() {
	for _, fn := range g.functions {
		if fn.obj == nil {
			continue
		}
		w := &Wrapper{Acquires: g.acquired(fn, 3), Releases: g.releases[fn.obj]}
		for _, r := range g.within(fn) {
			w.Closure = w.Closure || r.use.how == returned
		}
		if len(w.Acquires) > 0 && !w.Closure {
			w.Closure = len(g.methods(fn)) > 0 && fn.recv == nil
		}
		if len(w.Acquires) > 0 || w.Releases {
			g.pass.ExportObjectFact(fn.obj, w)
		}
	}
}

// acquired returns the locks that fn leaves held, also those of the functions that it calls.
func (g *graph) acquired(fn *function, depth int) []Acquired {
	out := g.leaves(fn)
	if depth == 0 {
		return out
	}
	for _, r := range g.within(fn) {
		if r.use.how == direct || r.use.how == deferred {
			return nil
		}
	}
	for _, u := range fn.uses {
		for _, callee := range u.callee {
			if inner := g.byObj[callee]; inner != nil && inner != fn && u.how != background {
				for _, a := range g.acquired(inner, depth-1) {
					if !slices.ContainsFunc(out, a.same) {
						out = append(out, a)
					}
				}
			}
		}
	}
	return out
}
