package lockflow

import (
	"slices"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// release follows what gives a lock back, be it a statement or a function.
func (r *run) release(st *state, c *callSite, e effect, class session.Class) []*state {
	if class == session.Pool {
		r.onPool(st, e.sess, e.rel.Pos, nil, e.rel)
		for _, h := range st.locks { // whatever was meant is told of there
			if h.lock.Func.Scope == locksql.Session && r.keysMatch(h.keys, e.keys) {
				h.lock.excused = true
			}
		}
		return []*state{st}
	}
	if st.ended[e.sess] != live { // an error of the driver
		return []*state{st}
	}
	if e.deed == releaseAll {
		st.locks = slices.DeleteFunc(st.locks, func(h *held) bool {
			if h.lock.Func.Scope != locksql.Session || !r.sameSession(h.sess, e.sess) {
				return false
			}
			h.lock.released = true
			e.rel.matched = true
			h.count = 1
			st.settle(h.lock)
			return true
		})
		st.record(e)
		return []*state{st}
	}
	h := r.matching(st, e)
	if h == nil {
		r.attempts = append(r.attempts, e)
		r.noMatch(st, e)
		st.record(e)
		return []*state{st}
	}
	h.lock.released = true
	e.rel.matched = true
	if h.busy && st.within == nil {
		r.panicky(st, h)
	}
	var failed *state
	if e.pgx && e.ctx != nil && r.mayBeDone(e.ctx) && !h.unsure {
		failed = st.clone()
		r.matching(failed, e).failed = e.rel
		if v := r.errorOf(failed, c); v != nil {
			r.letNil(failed, v, false)
			r.letNil(st, r.errorOf(st, c), true)
		}
	}
	if h.count--; h.count == 0 {
		st.locks = slices.DeleteFunc(st.locks, func(o *held) bool { return o == h })
		if st.logged(h.lock) {
			st.settle(h.lock)
		} else {
			st.record(e)
		}
		st.done[h.lock] = true
	}
	if len(e.keys) > 0 && !slices.ContainsFunc(e.keys, func(k *term) bool { return k != r.unknown }) { // one after another
		st.releaseLooped(func(o *held) bool {
			return o.loop && o.lock.Func.Mode == e.fn.Mode && r.sameSession(o.sess, e.sess)
		})
	}
	if failed != nil {
		return []*state{st, failed}
	}
	return []*state{st}
}

// errorOf returns the error of a call, giving it results if it has none yet.
func (r *run) errorOf(st *state, c *callSite) *term {
	if c.value == nil || !lastIsError(c.instr.Common().Signature()) {
		return nil
	}
	if st.frame.env[c.value] == nil {
		r.results(st, c, nil)
	}
	return lastResult(st, c)
}

// logged reports whether the callers would learn of an acquisition.
func (s *state) logged(l *Lock) bool {
	for i := len(s.log) - 1; i >= 0 && s.log[i].deed != calls; i-- {
		if s.log[i].deed == acquires && s.log[i].lock == l {
			return true
		}
	}
	return false
}

// matching returns the lock that a release gives back, the one that is certain before the one that may be.
func (r *run) matching(st *state, e effect) *held {
	var found *held
	best := 0
	for i := len(st.locks) - 1; i >= 0; i-- {
		h := st.locks[i]
		if h.lock.Func.Scope != locksql.Session || h.failed != nil || h.lock.Func.Mode != e.fn.Mode ||
			!r.sameSession(h.sess, e.sess) || !r.keysMatch(h.keys, e.keys) {
			continue
		}
		score := 1
		if h.sess == e.sess {
			score++
		}
		if slices.Equal(h.keys, e.keys) {
			score += 2
		}
		if score > best {
			best, found = score, h
		}
	}
	return found
}

// sameSession reports whether two sessions can be the same.
func (r *run) sameSession(a, b *term) bool {
	return a == b || r.unclear(a) || r.unclear(b) || unold(a) == unold(b)
}

// unclear reports whether a session could be any.
func (r *run) unclear(t *term) bool {
	switch t.kind {
	case kOp:
		return t.root() == t || r.unclear(t.root())
	case kMerged, kConst, kZero, kTuple:
		return true
	case kOld, kVia:
		return r.unclear(t.args[0])
	case kMade:
		return r.class(t) == session.Unknown
	case kLoad, kAddr:
		return r.unclear(t.root()) && t.root().kind != kMade || t.root().kind == kMade && r.class(t) == session.Unknown
	}
	return false
}

// keysMatch reports whether two keys can be equal.
func (r *run) keysMatch(a, b []*term) bool {
	if len(a) != len(b) {
		return len(a) == 0 || len(b) == 0
	}
	for i := range a {
		if r.differ(a[i], b[i]) != "" {
			return false
		}
	}
	return true
}

// differ says why two keys are certainly not the same, or are not meant to be: it is "" if they may well be.
func (r *run) differ(a, b *term) string {
	if a == b {
		return ""
	}
	if a.kind == kConst && b.kind == kConst {
		return "other constants"
	}
	leaf := func(t *term) bool {
		return t.kind == kParam || t.kind == kLoad && !t.turns() && t.callers() || t.kind == kFree
	}
	switch {
	case leaf(a) && leaf(b):
		if t := a.root(); t.kind == b.root().kind || t.kind == kParam {
			return "other variables"
		}
	case shifted(a, b), shifted(b, a):
		return "a key that has changed"
	case leaf(a) && b.kind == kConst, leaf(b) && a.kind == kConst:
		return "" // the variable may hold it
	case a.kind == kOp && b.kind == kOp && a.name == b.name && len(a.args) != len(b.args):
		return "other arguments"
	case a.kind == kOp && b.kind == kOp && a.name == b.name:
		for i := range a.args {
			if why := r.differ(a.args[i], b.args[i]); why != "" && r.settledOp(a.name) {
				return why
			}
		}
	}
	return ""
}

// shifted reports whether one key is the other plus or minus a number.
func shifted(a, b *term) bool {
	return b.kind == kOp && (b.name == "+" || b.name == "-") && len(b.args) == 2 && b.args[0] == a && b.args[1].kind == kConst
}

// settledOp reports whether an operation gives different keys for different operands.
func (r *run) settledOp(name string) bool {
	return len(name) > 5 && (name[:5] == "call " || name[:4] == "sql ")
}

// noMatch notes a release that cannot give back the lock that is held on its session.
func (r *run) noMatch(st *state, e effect) {
	for _, h := range st.locks {
		if h.sess != e.sess || h.unsure || h.failed != nil {
			continue
		}
		why := ""
		switch {
		case h.lock.Func.Scope == locksql.Transaction:
			if !r.keysMatch(h.keys, e.keys) {
				continue
			}
			why = "transaction"
		case len(h.keys) != len(e.keys) && len(h.keys) > 0 && len(e.keys) > 0:
			why = "space"
		case !r.keysMatch(h.keys, e.keys):
			why = "key"
		case h.lock.Func.Mode != e.fn.Mode:
			why = "mode"
		default:
			continue
		}
		r.misses = append(r.misses, miss{e.rel, h.lock, why})
	}
}

// mayBeDone reports whether a context may be done when a release runs: it comes from outside, and was not detached.
func (r *run) mayBeDone(ctx *term) bool {
	switch {
	case ctx.kind == kParam, ctx.kind == kFree:
		return true
	case ctx.kind == kLoad:
		return ctx.args[0].kind == kFree
	case ctx.kind == kMade, ctx.kind == kVia:
		return false // not known
	case ctx.kind == kOp && len(ctx.args) > 0:
		switch ctx.name {
		case "call context.WithCancel", "call context.WithTimeout", "call context.WithDeadline", "call context.WithValue",
			"call context.WithCancelCause", "call context.WithTimeoutCause", "call context.WithDeadlineCause":
			return r.mayBeDone(ctx.args[0])
		case "call os/signal.NotifyContext", "call (*net/http.Request).Context":
			return true
		}
	}
	return false
}
