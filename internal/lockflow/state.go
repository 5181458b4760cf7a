package lockflow

import (
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
