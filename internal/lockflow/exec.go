package lockflow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A run follows one function, and the literals that it calls, along all paths.
type run struct {
	*engine
	top    *ssa.Function
	visits int
	over   bool // past a bound

	locks    map[lockID]*Lock
	rels     map[relID]*Release
	backs    map[token.Pos]*GiveBack
	pools    map[*term]*term // the pool that a session was checked out of
	misses   []miss          // releases that do not match a lock
	attempts []effect        // releases on paths on which no lock is held that they match
	findings []Finding
}

type lockID struct {
	call  any
	index int
	of    *Lock
}

type relID struct {
	call  any
	index int
}

// A miss is a release that does not match the lock that is held on its session.
type miss struct {
	rel  *Release
	lock *Lock
	why  string
}

// An exit is the end of one path through a function.
type exit struct {
	st      *state
	results []*term
	pos     token.Pos
}

// body follows the function of the state's frame from its start.
func (r *run) body(st *state) []exit {
	fn := st.frame.fn
	g := r.graph(fn)
	pending := map[*ssa.BasicBlock]map[string]*state{}
	dirty := map[*ssa.BasicBlock][]string{}
	arrive := func(b *ssa.BasicBlock, st *state) {
		if pending[b] == nil {
			pending[b] = map[string]*state{}
		}
		k := st.key()
		known := pending[b][k]
		switch {
		case known == nil:
			pending[b][k] = st
			if len(pending[b]) > maxStates {
				r.over = true
			}
		case !known.merge(r.ts, b, st):
			return
		}
		if !slices.Contains(dirty[b], k) {
			dirty[b] = append(dirty[b], k)
		}
	}
	arrive(fn.Blocks[0], st)
	var exits []exit
	for len(dirty) > 0 && !r.over {
		var next *ssa.BasicBlock
		for b := range dirty {
			if next == nil || g.order[b] < g.order[next] {
				next = b
			}
		}
		keys := dirty[next]
		delete(dirty, next)
		for _, k := range keys {
			if r.visits++; r.visits > maxVisits {
				r.over = true
				break
			}
			exits = append(exits, r.block(g, next, pending[next][k].clone(), arrive)...)
		}
	}
	return exits
}

// block follows one block, and hands what comes out of it to arrive.
func (r *run) block(g *graph, b *ssa.BasicBlock, st *state, arrive func(*ssa.BasicBlock, *state)) []exit {
	states := []*state{st}
	var exits []exit
	for _, instr := range b.Instrs {
		var next []*state
		for _, st := range states {
			switch instr := instr.(type) {
			case *ssa.If:
				cond := r.value(st, instr.Cond)
				for i, truth := range []bool{true, false} {
					s := st
					if i == 0 {
						s = st.clone()
					}
					if r.assume(s, cond, truth) {
						r.ask(s, cond, truth)
						r.follow(g, b, b.Succs[i], s, arrive)
					}
				}
			case *ssa.Jump:
				r.follow(g, b, b.Succs[0], st, arrive)
			case *ssa.Return:
				results := make([]*term, len(instr.Results))
				for i, v := range instr.Results {
					results[i] = r.value(st, v)
				}
				exits = append(exits, exit{st, results, instr.Pos()})
			case *ssa.Panic:
				r.panics(st)
			default:
				next = append(next, r.instr(st, instr)...)
				if len(next) > maxStates {
					r.over = true
					return nil
				}
			}
		}
		states = next
		if r.over {
			return nil
		}
	}
	return exits
}

// ask notes that a flag of the callers is set while a lock is held: if it is the flag that says that the lock is held,
// the lock was taken once more.
func (r *run) ask(st *state, cond *term, truth bool) {
	for cond.kind == kOp && cond.name == "!" {
		cond, truth = cond.args[0], !truth
	}
	if truth && cond.kind == kLoad && cond.callers() && len(st.locks) > 0 && !slices.Contains(st.asked, cond) {
		st.asked = append(st.asked, cond)
	}
}

// follow goes from one block to the next.
func (r *run) follow(g *graph, from, to *ssa.BasicBlock, st *state, arrive func(*ssa.BasicBlock, *state)) {
	for l := g.inner[from]; l != nil; l = g.around(l) {
		if l.body[to] {
			break
		}
		if !r.leave(st, l, from) {
			return
		}
	}
	if l := g.inner[to]; l != nil && l.ranges && l.releases && to != l.header {
		st.passed[l] = true
	}
	r.phis(g, from, to, st)
	arrive(to, st)
}

// around returns the loop around a loop.
func (g *graph) around(l *loop) *loop {
	var best *loop
	for _, o := range g.loops {
		if o != l && o.body[l.header] && (best == nil || len(o.body) < len(best.body)) {
			best = o
		}
	}
	return best
}

// leave applies what is assumed of loops that give back locks: a loop over the things that were locked in another loop
// unlocks them all, and a range that unlocks runs at least once. It reports whether the loop can be left.
func (r *run) leave(st *state, l *loop, from *ssa.BasicBlock) bool {
	if !l.releases {
		return true
	}
	if l.ranges && from == l.header && !st.passed[l] {
		return false
	}
	st.releaseLooped(func(h *held) bool {
		return h.loop && (h.lock.Call.Parent() != l.header.Parent() || !l.body[h.lock.Call.Block()])
	})
	return true
}

// releaseLooped gives back locks that were taken in a loop.
func (s *state) releaseLooped(which func(*held) bool) {
	var kept, gone []*held
	for _, h := range s.locks {
		if which(h) {
			gone = append(gone, h)
		} else {
			kept = append(kept, h)
		}
	}
	s.locks = kept
	for _, h := range gone {
		h.lock.released = true
		s.settle(h.lock)
	}
}

// phis gives the phis of a block their values.
func (r *run) phis(g *graph, from, to *ssa.BasicBlock, st *state) {
	edge := slices.Index(to.Preds, from)
	again := g.loops[to] != nil && g.loops[to].body[from]
	values := map[*ssa.Phi]*term{}
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		t := r.value(st, phi.Edges[edge])
		if again && grows(t) {
			t = r.ts.merged(to, phi, phi.Type())
		}
		values[phi] = t
	}
	if again {
		st.rename(r.ts, func(p *term) bool {
			at, ok := p.at.([2]any)
			return p.kind == kMerged && ok && at[0] == to
		})
	}
	for phi, t := range values {
		st.frame.env[phi] = t
	}
}

// grows reports whether a value that goes around a loop can become a larger term each time.
func grows(t *term) bool {
	switch t.kind {
	case kConst:
		return t.val.Kind() == constant.Int || t.val.Kind() == constant.String
	case kOp, kTuple, kMerged, kAddr, kLoad, kView:
		return true
	case kVia, kOld:
		return grows(t.args[0])
	}
	return false
}

// value returns what is known of a value.
func (r *run) value(st *state, v ssa.Value) *term {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return r.ts.zero(v.Type())
		}
		return r.ts.constant(v.Value, v.Type())
	case *ssa.Function:
		return r.ts.function(origin(v))
	case *ssa.Global:
		return r.ts.global(v)
	}
	if t := st.frame.env[v]; t != nil {
		return t
	}
	return r.ts.made(v, 0, v.Type())
}

// expr returns the value of an expression of the function that an instruction belongs to.
func (r *run) expr(st *state, instr ssa.Instruction, e ast.Expr) *term {
	e = ast.Unparen(e)
	if tv, ok := r.Info.Types[e]; ok && tv.Value != nil {
		return r.ts.constant(tv.Value, tv.Type)
	}
	for fn := instr.Parent(); fn != nil; fn = fn.Parent() {
		d, ok := r.debug(fn)[e]
		if !ok {
			continue
		}
		if fn != st.frame.fn {
			i := slices.IndexFunc(st.below, func(f *frame) bool { return f.fn == fn })
			if i < 0 {
				return r.unknown
			}
			return r.debugTerm(st, st.below[i], d)
		}
		return r.debugTerm(st, st.frame, d)
	}
	// A conversion, or what the builder has folded away.
	switch x := e.(type) {
	case *ast.CallExpr:
		if tv := r.Info.Types[x.Fun]; tv.IsType() && len(x.Args) == 1 {
			return r.expr(st, instr, x.Args[0])
		}
	case *ast.StarExpr:
		return r.load(st, r.expr(st, instr, x.X), r.Info.TypeOf(e))
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return r.expr(st, instr, x.X)
		}
	}
	return r.unknown
}

func (r *run) debugTerm(st *state, f *frame, d debugValue) *term {
	top := st.frame
	st.frame = f
	t := r.value(st, d.value)
	st.frame = top
	if d.addr {
		return r.load(st, t, types.Unalias(d.value.Type()).Underlying().(*types.Pointer).Elem())
	}
	return t
}

// again makes the results of an instruction new ones, if it was executed before.
func (r *run) again(st *state, at any) {
	if st.passed[at] {
		st.rename(r.ts, func(p *term) bool { return p.at == at && (p.kind == kMade || p.kind == kAlloc || p.kind == kVia) })
	}
	st.passed[at] = true
}

// pos returns the position at which a call begins, as it is reported.
func (e *engine) pos(c *callSite) token.Pos {
	pos := c.instr.Common().Pos()
	if call := e.Call(pos); call != nil {
		return call.Pos()
	}
	return pos
}
