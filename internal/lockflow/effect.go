package lockflow

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// A deed is the kind of an effect.
type deed uint8

const (
	acquires   deed = iota
	releases        // one lock
	releaseAll      // all session locks of a session
	givesBack       // the connection goes to its pool
	ends            // the server session ends
	calls           // calls a function that it was given
	handsOn         // someone else got hold of sess
)

var deeds = [...]string{"acquires", "releases", "releases all", "gives back", "ends", "calls", "hands on"}

// An effect is one thing that a function does to sessions and locks of its callers.
type effect struct {
	deed deed
	sess *term
	keys []*term
	fn   locksql.Func
	ctx  *term // of a release
	pgx  bool  // the release runs on pgx itself, which leaves the connection alone if ctx is done
	lock *Lock // of an acquisition
	rel  *Release

	unsure bool
	value  *term   // the function that is called
	args   []*term // what it is called with
	pos    token.Pos
	late   bool // deferred
}

func (e effect) key() string {
	var b strings.Builder
	num := func(n int) { b.WriteString(strconv.Itoa(n)); b.WriteByte(',') }
	num(int(e.deed))
	num(int(e.pos))
	for _, t := range append(append([]*term{e.sess, e.value}, e.keys...), e.args...) {
		if t != nil {
			num(t.id)
		}
	}
	if e.lock != nil {
		num(e.lock.id)
	}
	if e.unsure {
		b.WriteByte('u')
	}
	return b.String()
}

func (e effect) substitute(sub func(*term) *term) effect {
	list := func(in []*term) []*term {
		out := make([]*term, len(in))
		for i, t := range in {
			out[i] = sub(t)
		}
		return out
	}
	e.sess, e.value, e.ctx = sub(e.sess), sub(e.value), sub(e.ctx)
	e.keys, e.args = list(e.keys), list(e.args)
	return e
}

// record notes an effect for the callers. What happens again in the same place is noted once, so that loops end: the
// keys of a loop are as good as unknown to them.
func (s *state) record(e effect) {
	for i, k := range e.keys {
		if k.turns() {
			e.keys = slices.Clone(e.keys)
			e.keys[i] = s.unknown
		}
	}
	k := e.key()
	for _, o := range s.log {
		if o.key() == k {
			return
		}
	}
	s.log = append(s.log, e)
}
