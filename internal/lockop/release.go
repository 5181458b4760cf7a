package lockop

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
)

// A release is one way in which a lock of a function is given back.
type release struct {
	in      *function // nil for a method of another package
	use     use
	name    string // the function that the release stands in
	how     string
	partial bool // only where an error occurred
	purpose bool // there is none: the lock is meant to be held
}

// maxCallers bounds how many functions are looked through for the releases of one lock.
const maxCallers = 64

// releasesOf finds how a session lock that is taken at a use is given back, nearest first: in the function around it;
// by a method of its receiver or of what it returns; by its callers, up to a few levels. Farther ones are looked for
// only if the nearer do not always run.
func (g *graph) releasesOf(fn *function, at use) []release {
	seen := map[*function]bool{}
	var look func(fn *function, at use, depth int) []release
	look = func(fn *function, at use, depth int) []release {
		if seen[fn] || len(seen) > maxCallers {
			return nil
		}
		seen[fn] = true
		if r, ok := g.heldOnPurpose(fn, at); ok {
			return []release{r}
		}
		var out []release
		if at.declared == nil {
			out = g.within(fn, at)
		}
		if slices.ContainsFunc(out, func(r release) bool { return !r.partial }) {
			return out
		}
		if more := g.methods(fn); len(more) > 0 {
			return append(out, more...)
		}
		if depth > 0 && fn.obj != nil {
			for _, c := range g.callers[fn.obj] {
				out = append(out, look(c.in, c.use, depth-1)...)
			}
		}
		return out
	}
	return look(fn, at, 3)
}

// within finds the releases in the body of fn, as seen from a use of fn.
func (g *graph) within(fn *function, from use) []release {
	pos := token.NoPos
	if from.at != nil {
		pos = from.at.Pos()
	}
	var out []release
	for _, u := range fn.uses {
		var what string
		switch {
		case u.declared != nil && from.at != nil:
			continue // of what its callers hold
		case u.op != nil && u.op.releasesSession() && u.at != from.at:
			what = "unlock"
		case u.at != from.at && g.gives(u):
			what = "helper"
		case g.closing(u):
			what = "closure"
		default:
			continue
		}
		how := u.ways.from(pos)
		if how == dropped {
			continue
		}
		r := release{in: fn, use: u, name: u.name, how: map[manner]string{
			direct: what, deferred: "deferred " + what, returned: "returned closure", callback: "callback", background: "goroutine",
		}[how]}
		for _, branch := range u.failures {
			r.partial = r.partial || how != returned && !contains(branch, pos)
		}
		out = append(out, r)
	}
	return out
}

// methods finds the releases in the methods of fn's receiver and of the types that fn returns.
func (g *graph) methods(fn *function) []release {
	of := fn.returns
	if fn.recv != nil && !slices.Contains(of, fn.recv) {
		of = append(slices.Clone(of), fn.recv)
	}
	var out []release
	for _, tn := range of {
		for _, r := range g.releasing(tn) {
			if r.in != fn {
				out = append(out, r)
			}
		}
	}
	return out
}

// maxReleasing bounds how many releases a type is looked through for, so that work grows with the size of a package.
const maxReleasing = 64

// releasing finds the releases in the methods of a type, promoted ones included.
func (g *graph) releasing(tn *types.TypeName) []release {
	if known, ok := g.byType[tn]; ok {
		return known
	}
	var out []release
	typ := tn.Type()
	if !types.IsInterface(typ) {
		typ = types.NewPointer(typ)
	}
	set := types.NewMethodSet(typ)
	for i := range set.Len() {
		m, ok := origin(set.At(i).Obj()).(*types.Func)
		if !ok || !g.giver(m) || len(out) >= maxReleasing {
			continue
		}
		if fn := g.byObj[m]; fn != nil {
			for _, r := range g.within(fn, use{}) {
				r.how = "method"
				out = append(out, r)
			}
		} else {
			out = append(out, release{name: m.Pkg().Name() + "." + shortName(m), how: "method"})
		}
	}
	g.byType[tn] = out
	return out
}

// shown returns the releases of a lock as the inventory shows them: those of the same key, if any have it.
func (g *graph) shown(fn *function, u use, keyName string) []lockmap.Release {
	var all, matching []lockmap.Release
	for _, r := range g.releasesOf(fn, u) {
		if r.in == nil {
			all = append(all, lockmap.Release{Place: lockmap.Place{Func: r.name}, How: r.how})
			continue
		}
		if g.inTest(r.use.at) && !g.inTest(u.at) {
			continue
		}
		all = append(all, g.line(r))
		if r.purpose || g.unlocks(r.use, keyName) {
			matching = append(matching, g.line(r))
		}
	}
	if len(matching) > 0 {
		return matching
	}
	return all
}

func (g *graph) line(r release) lockmap.Release {
	return lockmap.Release{Place: lockmap.Place{Pos: g.place(r.use.at.Pos()), Func: r.name}, How: r.how}
}

// unlocks reports whether a use is a statement that unlocks the key of that name.
func (g *graph) unlocks(u use, keyName string) bool {
	return u.op != nil && slices.ContainsFunc(u.op.locks(), func(l lock) bool {
		op := lockmap.Operation{Package: g.pass.Pkg.Path(), Keys: g.keys(u.op, l)}
		return len(op.Keys) == 0 || op.KeyName() == keyName // none: all keys
	})
}
