package lockflow

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A state is what is known at one point of the program on the paths that lead there with the same locks.
type state struct {
	frame *frame
	below []*frame          // of the callers that are waiting, the outermost first
	heap  map[*term]*term   // what is stored at an address; what is missing is as it was at the start
	facts map[*term]bool    // truth values that are known
	equal map[*term][]*term // what is known to be one of some constants

	locks []*held            // in the order of acquisition
	ended map[*term]ending   // sessions that are no longer the function's to use
	log   []effect           // what the function did that its callers can see
	rows  map[*term]*waiting // answers of lock statements that are not yet read

	handed  map[*term]bool  // what someone else got hold of, who may release it
	done    map[*Lock]bool  // locks that were taken and given back on the way
	unknown *term           // a value of which nothing is known
	lost    map[*term]*Lock // of doubts, sessions that were dropped from where they were kept
	doubts  map[*term]*Lock // sessions on which an acquisition has failed, or its answer was lost
	asked   []*term         // flags of the callers that were found set while a lock is held
	passed  map[any]bool    // instructions that were executed: in a loop their results are new ones
	within  *ssa.Defer      // the defer statement that is running
}

// maxSet bounds how many constants a value can be one of.
const maxSet = 6

// A frame is an activation of a function.
type frame struct {
	fn     *ssa.Function
	env    map[ssa.Value]*term
	defers []deferral
}

// A deferral is a call that waits for the end of its function.
type deferral struct {
	instr  *ssa.Defer
	callee *term // nil for a builtin or an unknown method
	args   []*term
}

// held is one lock that is held, or may be.
type held struct {
	lock  *Lock
	sess  *term
	keys  []*term
	count int

	unsure  bool  // nobody has looked at the answer of the try-lock, or it could not be followed
	unread  bool  // an answer that could not be read: rows.Scan failed
	dropped bool  // the function that would release it was thrown away
	second  *Lock // that was taken while this one was held, and is the same
	failed  *Release
	back    *GiveBack
	loop    bool // taken in a loop
	busy    bool // something else was called meanwhile, which could panic
}

// An ending says how a session ended for the function.
type ending uint8

const (
	live   ending = iota
	back          // it went back to its pool
	closed        // the server session has ended
)

// waiting is a lock statement whose answer is yet to be read.
type waiting struct {
	held *held
	try  bool
	read bool // rows that were read: there is one
	skip bool // the lock is not followed, only the answer is
	rows bool // rows that are read one by one, the statement itself has succeeded
}

func (s *state) clone() *state {
	c := *s
	c.frame = s.frame.clone()
	c.below = make([]*frame, len(s.below))
	for i, f := range s.below {
		c.below[i] = f.clone()
	}
	c.heap = maps.Clone(s.heap)
	c.facts = maps.Clone(s.facts)
	c.equal = maps.Clone(s.equal)
	c.ended = maps.Clone(s.ended)
	c.rows = maps.Clone(s.rows)
	c.handed = maps.Clone(s.handed)
	c.done = maps.Clone(s.done)
	c.doubts, c.lost = maps.Clone(s.doubts), maps.Clone(s.lost)
	c.asked = slices.Clone(s.asked)
	c.passed = maps.Clone(s.passed)
	c.log = slices.Clone(s.log)
	c.locks = make([]*held, len(s.locks))
	for i, h := range s.locks {
		l := *h
		c.locks[i] = &l
	}
	return &c
}

func (f *frame) clone() *frame {
	return &frame{fn: f.fn, env: maps.Clone(f.env), defers: slices.Clone(f.defers)}
}

func (h *held) key(b *strings.Builder) {
	num := func(n int) { b.WriteString(strconv.Itoa(n)); b.WriteByte(',') }
	num(h.lock.id)
	num(h.sess.id)
	for _, k := range h.keys {
		num(k.id)
	}
	num(h.count)
	if h.unsure {
		b.WriteByte('u')
	}
	if h.dropped {
		b.WriteByte('d')
	}
	if h.unread {
		b.WriteByte('r')
	}
	if h.second != nil {
		b.WriteByte('s')
		num(h.second.id)
	}
	if h.failed != nil {
		b.WriteByte('f')
		num(h.failed.id)
	}
	if h.back != nil {
		b.WriteByte('b')
		num(int(h.back.Pos))
	}
	b.WriteByte(';')
}

// key tells states apart that must not be merged: other locks, other sessions, other deferred calls.
func (s *state) key() string {
	var b strings.Builder
	for _, h := range s.locks {
		h.key(&b)
	}
	b.WriteByte('/')
	ends := make([]string, 0, len(s.ended))
	for t, e := range s.ended {
		ends = append(ends, strconv.Itoa(t.id)+"="+strconv.Itoa(int(e)))
	}
	slices.Sort(ends)
	for _, e := range ends {
		b.WriteString(e)
		b.WriteByte(',')
	}
	b.WriteByte('/')
	for _, d := range s.frame.defers {
		b.WriteString(strconv.Itoa(int(d.instr.Pos())))
		for _, a := range d.args {
			b.WriteByte(',')
			b.WriteString(strconv.Itoa(a.id))
		}
		b.WriteByte(';')
	}
	b.WriteByte('/')
	for _, e := range s.log {
		b.WriteString(e.key())
		b.WriteByte(';')
	}
	for _, t := range s.asked {
		b.WriteString("?" + strconv.Itoa(t.id))
	}
	done := make([]string, 0, len(s.done))
	for l := range s.done {
		done = append(done, strconv.Itoa(l.id))
	}
	slices.Sort(done)
	b.WriteByte('/')
	b.WriteString(strings.Join(done, ","))
	return b.String()
}

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
		if other.rows[t] == nil {
			delete(s.rows, t)
			changed = true
		} else if other.rows[t].held.lock != w.held.lock {
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

// position returns the position of what happens now: that of the defer statement for what is deferred.
func (s *state) position(pos token.Pos) token.Pos {
	if s.within != nil && !pos.IsValid() {
		return s.within.Pos()
	}
	return pos
}
