package lockop

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// maxAcquired bounds how many locks a fact names. A function that takes more is the top of a program.
const maxAcquired = 32

// held is what a function does to the locks of its callers: those that it leaves held, and those that it holds for a
// function that it is given.
type held struct {
	leaves, around []Acquired
	passing        []Acquired // all that it takes, given back or not
}

// export exports the facts of the package's functions.
func (g *graph) export() {
	for _, fn := range g.functions {
		if fn.obj == nil {
			continue
		}
		h := g.heldBy(fn)
		w := &Wrapper{Acquires: h.leaves, Holds: h.around, Releases: g.releases[fn.obj], Closure: g.hands[fn.obj]}
		if len(w.Acquires)+len(w.Holds) > 0 || w.Releases || w.Closure {
			g.pass.ExportObjectFact(fn.obj, w)
		}
	}
}

// heldBy returns what fn does, directly and through the functions that it calls.
func (g *graph) heldBy(fn *function) *held {
	if h, ok := g.held[fn.obj]; ok {
		return h
	}
	h := &held{}
	g.held[fn.obj] = h // functions that call each other are seen as far as they are known
	for _, u := range fn.uses {
		if how := u.ways.all(); how == background || how == returned || how == dropped {
			continue
		}
		if u.declared != nil && len(h.leaves) > 0 {
			continue // it says what is known
		}
		h.passing = merge(h.passing, g.passes(fn, u))
		taken := g.taken(fn, u, false)
		if len(taken) == 0 {
			continue
		}
		if !g.settled(fn, u) {
			h.leaves = merge(h.leaves, taken)
		} else if callsBack(fn.obj) {
			for i := range taken {
				taken[i].Op.Releases = g.released(fn, u, taken[i].Op)
			}
			h.around = merge(h.around, taken)
		}
	}
	return h
}

// taken returns the locks that a use leaves held in fn: those of fn's callers, or here also those of a transaction that
// ends before fn returns.
func (g *graph) taken(fn *function, u use, here bool) []Acquired {
	if u.declared != nil {
		return g.declaredLocks(fn, u)
	}
	var out []Acquired
	if u.op != nil {
		for _, l := range u.op.locks() {
			if l.call.Func.Action != locksql.Acquire || l.call.Func.Scope == locksql.Transaction && !here && !g.callersHandle(fn, u) {
				continue
			}
			out = append(out, Acquired{Op: g.bare(g.table, u, l), Params: g.params(fn, u, l)})
		}
	}
	for _, callee := range u.callee {
		var inner []Acquired
		if of := g.byObj[callee]; of != nil && of != fn {
			inner = g.heldBy(of).leaves
		} else if w, ok := wrapperOf(g.pass, callee); ok {
			inner = w.Acquires
		}
		for _, a := range inner {
			if a.Op.Scope == "transaction" && !here && !g.callersHandle(fn, u) {
				continue // its transaction is over, or not, where fn returns
			}
			out = append(out, g.through(fn, u, a))
		}
	}
	if kept, ok := g.heldOnPurpose(fn, u); ok {
		for i := range out {
			out[i].Op.Releases = []lockmap.Release{g.line(kept)}
		}
	}
	return out
}

// settled reports whether fn itself gives back, or sees to it that someone does, what a use takes.
func (g *graph) settled(fn *function, u use) bool {
	if u.op != nil && !u.op.acquiresSession() || u.declared != nil {
		return false
	}
	return slices.ContainsFunc(g.within(fn, u), func(r release) bool { return !r.partial && r.how != "returned closure" })
}

// callersHandle reports whether the handle of an operation comes from the caller of fn: it is a parameter, or part of
// one or of the receiver.
func (g *graph) callersHandle(fn *function, u use) bool {
	if u.call == nil {
		return false
	}
	handle := g.handle(g.table, u.call)
	if handle == nil {
		return false
	}
	v, ok := g.info.ObjectOf(g.root(handle)).(*types.Var)
	if !ok || fn.obj == nil {
		return false
	}
	return v == fn.obj.Signature().Recv() || g.index(fn, v) >= 0
}

// root returns the identifier that the session of a handle comes from: q of q.db, tx of q.WithTx(tx). It is not nil, but
// may name nothing.
func (g *graph) root(e ast.Expr) *ast.Ident {
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.CallExpr:
			fn, _ := origin(typeutil.Callee(g.info, x)).(*types.Func)
			made := g.table.Method(fn)
			switch {
			case made.From >= 0 && made.From < len(x.Args):
				e = x.Args[made.From]
			case made.Class != session.Unknown:
				return new(ast.Ident)
			default:
				e = x.Fun
			}
		default:
			return new(ast.Ident)
		}
	}
}

// index returns the index of a parameter of fn, or -1.
func (g *graph) index(fn *function, v *types.Var) int {
	if fn.obj == nil || v == nil {
		return -1
	}
	params := fn.obj.Signature().Params()
	for i := range params.Len() {
		if params.At(i) == v && !(fn.obj.Signature().Variadic() && i == params.Len()-1) {
			return i
		}
	}
	return -1
}

// params says for each key of a lock which parameter of fn it is.
func (g *graph) params(fn *function, u use, l lock) []int {
	var out []int
	for _, k := range l.call.Keys {
		out = append(out, g.param(fn, g.value(u.op, l, k)))
	}
	return out
}

// param returns the index of the parameter of fn whose value e is, but for conversions, or -1.
func (g *graph) param(fn *function, e ast.Expr) int {
	for e != nil {
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			v, _ := g.info.ObjectOf(x).(*types.Var)
			return g.index(fn, v)
		case *ast.CallExpr:
			if !g.info.Types[x.Fun].IsType() || len(x.Args) != 1 {
				return -1
			}
			e = x.Args[0]
		default:
			return -1
		}
	}
	return -1
}

// through returns a lock of a function as it is seen where that function is called: keys that were its parameters are
// the arguments.
func (g *graph) through(fn *function, u use, a Acquired) Acquired {
	out := Acquired{Op: a.Op, Keys: g.keysAt(u.call, a), Params: make([]int, len(a.Params))}
	for i, p := range a.Params {
		out.Params[i] = -1
		if p >= 0 && u.call != nil && p < len(u.call.Args) {
			out.Params[i] = g.param(fn, u.call.Args[p])
		}
	}
	return out
}

// keysAt returns the keys of a lock as a call of the function that takes it has them, nil if that says nothing new.
func (g *graph) keysAt(call *ast.CallExpr, a Acquired) []lockmap.Key {
	keys := slices.Clone(a.keys())
	news := a.Keys != nil
	for i, p := range a.Params {
		if call == nil || p < 0 || p >= len(call.Args) || i >= len(keys) {
			continue
		}
		keys[i] = g.describeKey(call.Args[p])
		news = true
	}
	if !news {
		return nil
	}
	return keys
}

func merge(list, more []Acquired) []Acquired {
	for _, a := range more {
		if len(list) < maxAcquired && !slices.ContainsFunc(list, a.same) {
			list = append(list, a)
		}
	}
	return list
}

// returnsFunc reports whether a result of a function is a function.
func returnsFunc(fn *types.Func) bool { return funcResult(fn.Signature().Results()) >= 0 }

// callsBack reports whether a function is given a function.
func callsBack(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	params := fn.Signature().Params()
	for i := range params.Len() {
		if funcResult(params.At(i).Type()) == 0 {
			return true
		}
	}
	return false
}
