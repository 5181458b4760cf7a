package lockflow

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// apply follows a call of a function by its summary.
func (r *run) apply(st *state, c *callSite, args []*term, s *Summary) []*state {
	if s.does(calls) {
		r.busy(st)
	}
	var states []*state
	for i := range s.outcomes {
		o := &s.outcomes[i]
		after := st.clone()
		sub := r.substitution(st, c, args)
		if !r.holds(after, o, sub) {
			continue
		}
		for _, a := range sorted(o.heap) { // what is whole before its parts
			r.store(after, sub(a), sub(o.heap[a]))
		}
		results := make([]*term, len(o.results))
		for k, t := range o.results {
			results[k] = sub(t)
		}
		r.setResults(after, c, results)
		ends := r.replay(after, c, o, sub)
		for _, s := range ends {
			r.drop(s, c, results)
		}
		states = append(states, ends...)
	}
	if len(states) > maxStates {
		r.over = true
		return nil
	}
	return states
}

// sorted returns the addresses of a heap, shorter ones first.
func sorted(heap map[*term]*term) []*term {
	out := slices.Collect(maps.Keys(heap))
	slices.SortFunc(out, func(a, b *term) int { return cmp.Or(cmp.Compare(a.deep, b.deep), cmp.Compare(a.id, b.id)) })
	return out
}

// substitution translates the terms of a callee into those of the caller.
func (r *run) substitution(st *state, c *callSite, args []*term) func(*term) *term {
	memo := map[*term]*term{}
	var sub func(t *term) *term
	sub = func(t *term) *term {
		if t == nil {
			return nil
		}
		if known := memo[t]; known != nil {
			return known
		}
		out := r.ts.rewrite(t, func(p *term) *term {
			switch p.kind {
			case kParam:
				if p.n < len(args) {
					return args[p.n]
				}
				return r.unknown
			case kMade, kAlloc, kMerged, kVia, kOld:
				return r.ts.via(c.instr, p)
			case kLoad:
				if p != t {
					return sub(p)
				}
				v := r.load(st, sub(p.args[0]), p.typ)
				if v.typ == nil && v.info == nil {
					v.info = p.info
				}
				return v
			case kFree:
				if lit := c.callee; lit != nil && lit.does != nil && lit.at == p.at {
					return lit.args[p.n]
				}
			}
			return nil
		})
		if out.deep > maxDepth {
			out = r.ts.made([2]any{c.instr, t}, 0, t.typ)
		}
		memo[t] = out
		return out
	}
	return sub
}

// holds notes what an outcome says of its results, and reports whether it is possible.
func (r *run) holds(st *state, o *outcome, sub func(*term) *term) bool {
	for t, v := range o.facts {
		if !r.assume(st, sub(t), v) {
			return false
		}
	}
	for t, set := range o.equal {
		if t = sub(t); t.kind == kConst {
			if !slices.Contains(set, t) {
				return false
			}
			continue
		}
		if known, ok := st.equal[t]; ok {
			set = slices.DeleteFunc(slices.Clone(set), func(c *term) bool { return !slices.Contains(known, c) })
		}
		if st.equal[t] = set; len(set) == 0 {
			return false
		}
	}
	return true
}

// replay does in the caller what an outcome did to its sessions and locks.
func (r *run) replay(st *state, c *callSite, o *outcome, sub func(*term) *term) []*state {
	states := []*state{st}
	for i, e := range o.log {
		e = e.substitute(sub)
		var next []*state
		for _, st := range states {
			next = append(next, r.redo(st, c, i, e)...)
		}
		states = next
	}
	return states
}

func (r *run) redo(st *state, c *callSite, i int, e effect) []*state {
	one := []*state{st}
	var sess *term
	if e.sess != nil {
		sess = sessionOf(e.sess)
	}
	switch e.deed {
	case acquires:
		class := r.classIn(c, e.sess)
		lock := r.lock(c, i, e.lock, func(n *Lock) {
			n.Func, n.Class, n.Callee = e.fn, class, calleeName(c)
			if e.lock != nil {
				n.Key = e.lock.Key
			}
		})
		switch {
		case e.fn.Scope == locksql.Session && class == session.Pool:
			r.onPool(st, sess, lock.Pos, lock, nil)
		case e.fn.Scope == locksql.Session && class == session.Tx:
		default:
			r.take(st, &held{lock: lock, sess: sess, keys: e.keys, count: 1, unsure: e.unsure})
		}
		return one
	case releases, releaseAll:
		class := r.classIn(c, e.sess)
		origin := e.rel
		e.rel = r.releaseAt(c, i, func(n *Release) {
			n.Func, n.Handle, n.origin = e.fn, calleeName(c), origin
			if origin != nil {
				n.Key = origin.Key
			}
		})
		e.pgx = e.pgx || r.onPgx(e.sess)
		e.sess = sess
		return r.release(st, c, e, class)
	case givesBack:
		r.giveBack(st, sess, r.pos(c), st.within != nil)
		if b := r.backs[r.pos(c)]; b != nil && e.pos.IsValid() {
			b.origin = e.pos
		}
	case ends:
		if r.class(e.sess) == session.Pool {
			r.closePool(st, e.sess)
		} else {
			r.end(st, sess, c)
		}
	case calls:
		if r.callable(e.value) {
			return r.called(st, c, e)
		}
		if e.value.callers() {
			st.record(e)
		}
		r.lend(st, e.args)
	case handsOn:
		r.handOn(st, e.sess)
	}
	return one
}

// classIn returns what a session of a method is, by the type of its handle or by what the package keeps in the receiver.
func (r *run) classIn(c *callSite, sess *term) session.Class {
	class := r.class(sess)
	if class == session.Unknown && c.fn != nil && c.fn.Signature().Recv() != nil && sess.root().callers() {
		return r.Class(c.instr)
	}
	return class
}

// called follows a function that was passed to the callee, where that calls it.
func (r *run) called(st *state, c *callSite, e effect) []*state {
	if e.value.does == nil && e.value.kind == kClosure || e.value.kind == kFunc && e.value.fn.Parent() != nil {
		exits, ok := r.enter(st, e.value, e.args)
		if !ok {
			return []*state{st}
		}
		var out []*state
		for _, x := range exits {
			out = append(out, x.st)
		}
		return out
	}
	inner := &callSite{instr: c.instr, callee: e.value}
	if states, ok := r.followed(st, inner, e.value, e.args); ok {
		return states
	}
	return []*state{st}
}

// calleeName names a function as a reader knows it where it is called: Acquire, l.Lock.
func calleeName(c *callSite) string {
	if c.fn == nil {
		return ""
	}
	return c.fn.Name()
}

// drop notes that the function which would release a lock is thrown away by the caller.
func (r *run) drop(st *state, c *callSite, results []*term) {
	for i, t := range results {
		if t.kind != kClosure || used(c.value, i, len(results)) || t.does != nil && !t.does.does(releases, releaseAll, ends, givesBack) || t.fn != nil && !r.functionReleases(t.fn, map[*ssa.Function]bool{}) {
			continue
		}
		for _, h := range st.locks {
			if h.lock.Call == c.instr {
				h.dropped = true
			}
		}
	}
}

// used reports whether anything is done with result i of a call.
func used(v ssa.Value, i, n int) bool {
	if v == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		x, ok := ref.(*ssa.Extract)
		if n > 1 && (!ok || x.Index != i) {
			continue
		}
		if _, debug := ref.(*ssa.DebugRef); debug {
			continue
		}
		if n == 1 || used(x, 0, 1) {
			return true
		}
	}
	return false
}

// leakAt is a lock that is reported at an end of a path.
type leakAt struct {
	st   *state
	lock *Lock
}
