package lockflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// merge takes from s what other does not say as well, and reports whether anything changed. The states have the same key.
func (s *state) merge(ts *terms, block *ssa.BasicBlock, other *state) bool {
	changed := false
	one := joiner{ts: ts, block: block, of: map[*term]*term{}, to: map[*term]*term{}}
	for v, t := range s.frame.env {
		o, ok := other.frame.env[v]
		switch {
		case !ok:
			delete(s.frame.env, v)
			changed = true
		case o != t:
			if m := one.join(t, o, v, v.Type()); m != t {
				s.frame.env[v] = m
				changed = true
			}
		}
	}
	for a, t := range s.heap {
		o, ok := other.heap[a]
		if !ok {
			o = ts.load(a, t.typ)
		}
		if o == t {
			continue
		}
		if m := one.join(t, o, a, t.typ); m != t {
			s.heap[a] = m
			changed = true
		}
	}
	for a, o := range other.heap {
		if _, ok := s.heap[a]; !ok {
			if t := ts.load(a, o.typ); t != o {
				s.heap[a] = one.join(t, o, a, o.typ)
				changed = true
			}
		}
	}
	for t, v := range s.facts {
		if o, ok := other.facts[t]; !ok || o != v {
			delete(s.facts, t)
			changed = true
		}
	}
	for t, set := range s.equal {
		all := slices.Clone(set)
		for _, v := range other.equal[t] {
			if !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
		switch {
		case other.equal[t] == nil || len(all) > maxSet:
			delete(s.equal, t)
			changed = true
		case len(all) > len(set):
			s.equal[t] = all
			changed = true
		}
	}
	for t, w := range s.rows {
		if o := other.rows[t]; o == nil || o.held.lock != w.held.lock {
			delete(s.rows, t)
			changed = true
		}
	}
	for t := range other.handed {
		if !s.handed[t] {
			s.handed[t] = true
			changed = true
		}
	}
	for t, l := range other.doubts {
		if s.doubts[t] == nil {
			s.doubts[t] = l
			changed = true
		}
	}
	for t := range s.lost {
		if other.lost[t] == nil {
			delete(s.lost, t)
			changed = true
		}
	}
	for at := range other.passed {
		if !s.passed[at] {
			s.passed[at] = true
			changed = true
		}
	}
	for i, h := range s.locks {
		o := other.locks[i]
		if o.loop && !h.loop || o.busy && !h.busy {
			h.loop, h.busy = h.loop || o.loop, h.busy || o.busy
			changed = true
		}
	}
	return changed
}

// A joiner gives one name to values that are the same on both of two paths: a connection and the field it is kept in.
type joiner struct {
	ts     *terms
	block  *ssa.BasicBlock
	of, to map[*term]*term // by the value on the one path: that on the other, and the name of both
}

// join returns what stands for t on the one path and o on the other.
func (j *joiner) join(t, o *term, what any, typ types.Type) *term {
	if j.of[t] == o {
		return j.to[t]
	}
	m := j.ts.merged(j.block, what, typ)
	if at, ok := t.at.([2]any); ok && t.kind == kMerged && at[0] == any(j.block) && j.of[t] == nil {
		m = t // it has one from an earlier time
	}
	if j.of[t] == nil {
		j.of[t], j.to[t] = o, m
	}
	return m
}
