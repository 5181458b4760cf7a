package lockflow

import (
	"cmp"
	"maps"
	"slices"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A verdict says what the end of a path tells the caller.
type verdict uint8

const (
	either   verdict = iota // it cannot be told
	succeeds                // no error, or nothing to tell
	fails                   // an error, or false
)

// verdict says what the results of an exit tell.
func (r *run) verdict(x exit) verdict {
	n := len(x.results)
	if n == 0 {
		return succeeds
	}
	sig := r.top.Signature.Results()
	v := succeeds
	if isError(sig.At(n - 1).Type()) {
		switch last := x.results[n-1]; {
		case r.isNonNil(x.st, last):
			return fails
		case !r.isNil(x.st, last):
			v = either
		}
	}
	for i, t := range x.results {
		if !isBool(sig.At(i).Type()) {
			continue
		}
		if truth, known := r.truth(x.st, t); known && !truth {
			return fails
		} else if !known {
			v = either
		}
	}
	return v
}

// differs reports whether a caller can tell two exits apart.
func (r *run) differs(x, y exit) bool {
	for i, a := range x.results {
		b := y.results[i]
		switch {
		case r.isNil(x.st, a) && r.isNonNil(y.st, b), r.isNil(y.st, b) && r.isNonNil(x.st, a):
			return true
		case a != b && a.kind == kConst && b.kind == kConst:
			return true
		default:
			if !isBool(r.top.Signature.Results().At(i).Type()) {
				continue
			}
			va, oka := r.truth(x.st, a)
			vb, okb := r.truth(y.st, b)
			if oka && okb && va != vb {
				return true
			}
		}
	}
	return false
}

// judge decides what is reported of the locks of a function, and returns which locks are reported at which exit.
func (r *run) judge(exits []exit) map[leakAt]bool {
	leaked := map[leakAt]bool{}
	later := r.afterwards(exits)
	r.mismatches()
	r.judgeLater(later)
	best := map[*Lock]Finding{}
	note := func(l *Lock, f Finding) {
		f.Lock, f.In = l, r.top.Name()
		if old, ok := best[l]; !ok || rank(f.Kind) < rank(old.Kind) || rank(f.Kind) == rank(old.Kind) && f.Exit < old.Exit {
			best[l] = f
		}
	}
	if !r.endsProcess() {
		for _, x := range exits {
			for sess, l := range x.st.lost {
				if r.forgotten(x, sess) && !l.excused && l.Func.Scope == locksql.Session {
					note(l, Finding{Kind: Leak, Pos: l.Pos, Exit: x.pos, Fails: true})
				}
			}
			for _, h := range x.st.locks {
				if h.lock.excused || h.lock.Func.Scope != locksql.Session {
					continue
				}
				if f, ok := r.verdictOn(exits, x, h); ok {
					note(h.lock, f)
					leaked[leakAt{x.st, h.lock}] = true
				}
			}
		}
	}
	locks := slices.SortedFunc(maps.Values(r.locks), func(a, b *Lock) int { return cmp.Compare(a.id, b.id) })
	for _, l := range locks {
		if l.stacked != nil && !l.excused && len(exits) == 0 {
			note(l, Finding{Kind: Reentry, Pos: l.stacked.Pos, First: l})
		}
	}
	for _, l := range locks {
		if l.origin == nil && l.Func.Scope == locksql.Session {
			r.report(Finding{Kind: Pooled, Pos: l.Pos, Lock: l, In: r.top.Name()})
		}
	}
	for _, f := range r.findings {
		if f.Kind != Panic || !f.Lock.excused {
			r.report(f)
		}
	}
	for _, l := range locks {
		if f, ok := best[l]; ok {
			r.report(f)
		}
	}
	return leaked
}

// report adds a finding. What two functions find in the same place, because one runs in the other, is one finding.
func (e *engine) report(f Finding) {
	id := saying{f.Kind, f.Pos}
	if e.said[id] {
		return
	}
	e.said[id] = true
	e.result.Findings = append(e.result.Findings, f)
}

// rank orders what can be said of one lock: the cause comes before what follows from it.
func rank(k Kind) int {
	return slices.Index([]Kind{Mismatch, Context, Pool, Reentry, Gives, Leak, Never}, k)
}

// endsProcess reports whether the process ends with the function, and all sessions with it.
func (r *run) endsProcess() bool {
	return r.top.Pkg != nil && r.top.Pkg.Pkg.Name() == "main" && r.top.Name() == "main" && r.top.Parent() == nil
}

// mismatches reports the releases that never match, where a lock stays held for it.
func (r *run) mismatches() {
	slices.SortStableFunc(r.misses, func(a, b miss) int { return cmp.Compare(a.rel.id, b.rel.id) })
	var last *Release
	for _, m := range r.misses {
		if m.rel.matched || m.lock.released || m.lock.excused {
			continue
		}
		if m.lock.excused = true; m.rel != last {
			r.report(Finding{Kind: Mismatch, Pos: m.rel.Pos, Lock: m.lock, Release: m.rel, In: r.top.Name(), Why: m.why})
		}
		last = m.rel
	}
}

// verdictOn decides whether a lock that is held at an exit is a fault.
func (r *run) verdictOn(exits []exit, x exit, h *held) (Finding, bool) {
	l := h.lock
	leak := Finding{Kind: Leak, Pos: l.Pos, Exit: x.pos, Fails: r.verdict(x) == fails}
	fresh := made(h.sess)
	owed := r.owed(h)
	switch {
	case h.failed != nil:
		if h.back != nil || h.sess.callers() {
			return Finding{Kind: Context, Pos: h.failed.Pos, Release: h.failed, Exit: x.pos, Back: h.back}, true
		}
		return Finding{}, false
	case h.unsure:
		return leak, h.unread && leak.Fails && fresh && h.back == nil && !r.keeps(x, h.sess)
	case h.dropped:
		return leak, true
	case h.second != nil && (owed || fresh && !r.keeps(x, h.sess)):
		return Finding{Kind: Reentry, Pos: h.second.Pos, First: l, Exit: x.pos}, true
	case h.back != nil && r.hook:
		return leak, false
	case h.back != nil && (!h.back.Deferred || !owed):
		return Finding{Kind: Gives, Pos: h.back.Pos, Back: h.back, Exit: x.pos}, true
	case h.back != nil:
		return leak, true
	}
	kept := !fresh || r.keeps(x, h.sess)
	switch {
	case leak.Fails && fresh:
		return r.failing(exits, x, h, leak, kept)
	case leak.Fails:
		return leak, owed || h.sess.callers() && r.handsOver(exits, l)
	case kept:
		return leak, !r.handedOn(x, h.sess) && slices.ContainsFunc(exits, func(y exit) bool { return y.st.done[l] && !r.differs(x, y) })
	case owed:
		return leak, true
	}
	return r.unreleased(x, h)
}

// unreleased decides about a lock on a session that the function made, and that nothing gives back or gets hold of.
func (r *run) unreleased(x exit, h *held) (Finding, bool) {
	switch {
	case h.lock.Class != session.Pinned || !r.pooled(h.sess):
		return Finding{}, false
	case h.sess.root().kind == kVia: // whoever took it has returned what releases it
		return Finding{Kind: Leak, Pos: h.lock.Pos, Exit: x.pos, Fails: r.verdict(x) == fails}, true
	}
	return Finding{Kind: Never, Pos: h.lock.Pos, Exit: x.pos}, true
}

// owed reports whether the function releases the lock on some path, or tries to.
func (r *run) owed(h *held) bool {
	return h.lock.released || slices.ContainsFunc(r.attempts, func(e effect) bool {
		return r.sameSession(h.sess, e.sess) && (e.deed == releaseAll || e.fn.Mode == h.lock.Func.Mode && r.keysMatch(h.keys, e.keys))
	})
}

// failing decides about a lock on a session that the function made, where the function fails.
func (r *run) failing(exits []exit, x exit, h *held, leak Finding, kept bool) (Finding, bool) {
	if slices.ContainsFunc(x.results, func(t *term) bool { return t.has(h.sess) || t.kind == kClosure }) || r.handedOn(x, h.sess) {
		return leak, false // the caller gets it all the same
	}
	if kept {
		return leak, r.handsOver(exits, h.lock) || r.owed(h)
	}
	if r.owed(h) || r.handsOver(exits, h.lock) {
		return leak, true
	}
	return r.unreleased(x, h)
}

// forgotten reports whether a connection from a pool, on which an acquisition has failed, is neither closed nor given back
// but dropped: the field that held it is cleared. The lock may have been granted all the same, and nobody can tell.
func (r *run) forgotten(x exit, sess *term) bool {
	return x.st.ended[sess] == live && r.pooled(sess) && !r.keeps(x, sess)
}

// handsOver reports whether the function succeeds with the lock held.
func (r *run) handsOver(exits []exit, l *Lock) bool {
	return slices.ContainsFunc(exits, func(y exit) bool {
		return r.verdict(y) != fails && slices.ContainsFunc(y.st.locks, func(h *held) bool { return h.lock == l })
	})
}

// made reports whether the function made a session, or checked it out.
func made(t *term) bool {
	switch t.root().kind {
	case kMade, kVia, kAlloc, kOld:
		return true
	}
	return false
}

// pooled reports whether a connection belongs to a pool.
func (r *run) pooled(t *term) bool {
	t = unold(t)
	if t.typ == nil {
		return t.info != nil && t.info.end == session.BackToPool
	}
	return r.Table.Of(t.typ).End == session.BackToPool
}

// keeps reports whether someone other than the function can get at a session when it ends.
func (r *run) keeps(x exit, sess *term) bool {
	return r.reaches(x, sess) || r.handedOn(x, sess)
}

// handedOn reports whether a session was handed to someone else on the way.
func (r *run) handedOn(x exit, sess *term) bool {
	if x.st.handed[sess] {
		return true
	}
	roots := exit{st: x.st}
	for t := range x.st.handed {
		roots.results = append(roots.results, t)
	}
	found := false
	for _, t := range roots.results {
		found = found || t.has(sess)
	}
	r.reachable(roots, false, func(_, v *term) { found = found || v.has(sess) })
	return found
}
