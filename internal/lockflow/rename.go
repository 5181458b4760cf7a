package lockflow

import (
	"slices"
	"strings"
)

// rename makes everything that an instruction gave in an earlier turn an old value.
func (s *state) rename(ts *terms, hit func(*term) bool) {
	memo := map[*term]*term{}
	var sub func(t *term) *term
	sub = func(t *term) *term {
		if t == nil {
			return nil
		}
		if r, ok := memo[t]; ok {
			return r
		}
		r := ts.rewrite(t, func(p *term) *term {
			if p.kind == kOld {
				return p
			}
			if hit(p) {
				return ts.old(p)
			}
			return nil
		})
		memo[t] = r
		return r
	}
	s.substitute(sub)
}

// substitute replaces all terms of the state.
func (s *state) substitute(sub func(*term) *term) {
	s.frame.substitute(sub)
	for _, f := range s.below {
		f.substitute(sub)
	}
	s.heap = replaced(s.heap, sub)
	equal := make(map[*term][]*term, len(s.equal))
	for t, v := range s.equal {
		equal[sub(t)] = v
	}
	s.equal = equal
	facts := make(map[*term]bool, len(s.facts))
	for t, v := range s.facts {
		facts[sub(t)] = v
	}
	s.facts = facts
	ended := make(map[*term]ending, len(s.ended))
	for t, v := range s.ended {
		ended[sub(t)] = v
	}
	s.ended = ended
	handed := make(map[*term]bool, len(s.handed))
	for t := range s.handed {
		handed[sub(t)] = true
	}
	s.handed = handed
	s.doubts, s.lost = locksOf(s.doubts, sub), locksOf(s.lost, sub)
	rows := make(map[*term]*waiting, len(s.rows))
	for t, w := range s.rows {
		c := *w
		h := *w.held
		h.substitute(sub)
		c.held = &h
		rows[sub(t)] = &c
	}
	s.rows = rows
	var locks []*held
	seen := map[string]bool{}
	for _, h := range s.locks {
		h.substitute(sub)
		var b strings.Builder
		h.key(&b)
		if k := b.String(); !seen[k] {
			seen[k] = true
			locks = append(locks, h)
		}
	}
	s.locks = locks
	log := s.log
	s.log = nil
	for _, e := range log {
		s.record(e.substitute(sub))
	}
}

func (f *frame) substitute(sub func(*term) *term) {
	for v, t := range f.env {
		f.env[v] = sub(t)
	}
	for i, d := range f.defers {
		args := make([]*term, len(d.args))
		for k, a := range d.args {
			args[k] = sub(a)
		}
		f.defers[i].args = args
		f.defers[i].callee = sub(d.callee)
	}
	f.defers = dedupe(f.defers)
}

func (h *held) substitute(sub func(*term) *term) {
	h.sess = sub(h.sess)
	keys := make([]*term, len(h.keys))
	for i, k := range h.keys {
		keys[i] = sub(k)
	}
	h.keys = keys
}

func locksOf(m map[*term]*Lock, sub func(*term) *term) map[*term]*Lock {
	out := make(map[*term]*Lock, len(m))
	for t, l := range m {
		out[sub(t)] = l
	}
	return out
}

func replaced(m map[*term]*term, sub func(*term) *term) map[*term]*term {
	out := make(map[*term]*term, len(m))
	for a, t := range m {
		out[sub(a)] = sub(t)
	}
	return out
}

// dedupe drops deferred calls that do the same as one before: those of the earlier turns of a loop.
func dedupe(list []deferral) []deferral {
	var out []deferral
	for _, d := range list {
		if !slices.ContainsFunc(out, func(o deferral) bool {
			return o.instr == d.instr && o.callee == d.callee && slices.Equal(o.args, d.args)
		}) {
			out = append(out, d)
		}
	}
	return out
}
