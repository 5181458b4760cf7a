package lockflow

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// sessionCall follows a call that the session table knows: it makes, takes out, wraps or ends a session.
func (r *run) sessionCall(st *state, c *callSite) ([]*state, bool) {
	if c.fn.Name() == "IsClosed" && len(c.args) == 1 && r.onPgx(c.args[0]) && c.value != nil {
		open := st.clone()
		r.setResults(open, c, []*term{r.ts.falseTerm})
		r.end(st, sessionOf(c.args[0]), c)
		r.setResults(st, c, []*term{r.ts.trueTerm})
		return []*state{open, st}, true
	}
	e := r.Table.Method(c.fn)
	if e.Kind == session.Nothing || e.Kind == session.Runs && e.Result < 0 || e.Shape && r.hasBody(c.fn) {
		return nil, false
	}
	from := r.from(c, e.From)
	one := []*state{st}
	switch e.Kind {
	case session.Opens, session.Pins:
		return r.makes(st, c, e, func(typ types.Type) *term {
			t := r.ts.made(c.instr, e.Result, typ)
			if from != nil {
				r.pools[t] = from
			}
			if e.Kind == session.Opens && r.limitedBy(st, c.args) {
				st.facts[r.limited(t)] = true
			}
			return t
		}), true
	case session.Begins:
		return r.makes(st, c, e, func(typ types.Type) *term {
			if from != nil && r.class(from) == session.Pinned {
				return r.ts.view(sessionOf(from), typ)
			}
			return r.ts.made(c.instr, e.Result, typ)
		}), true
	case session.Unwraps, session.WithSession, session.Binds, session.Runs:
		if from == nil || e.Result < 0 {
			return nil, false
		}
		return r.makes(st, c, e, func(typ types.Type) *term {
			if e.Class == session.Pool {
				return r.ts.op("pool", typ, from)
			}
			return r.ts.view(sessionOf(from), typ)
		}), true
	case session.Commits, session.RollsBack:
		r.results(st, c, nil)
		return one, true
	case session.Closes:
		if from == nil {
			return nil, false
		}
		if r.class(from) == session.Pool {
			r.closePool(st, from)
		} else {
			r.end(st, sessionOf(from), c)
		}
		r.results(st, c, nil)
		return one, true
	case session.Releases:
		if from == nil {
			return nil, false
		}
		r.giveBack(st, sessionOf(from), r.pos(c), st.within != nil)
		r.results(st, c, nil)
		return one, true
	case session.Hijacks:
		sess := sessionOf(from)
		t := r.ts.made(c.instr, max(e.Result, 0), c.instr.Common().Signature().Results().At(max(e.Result, 0)).Type())
		if sess.callers() {
			st.record(effect{deed: ends, sess: sess, pos: r.pos(c)})
		}
		for _, h := range st.locks {
			if h.sess == sess {
				h.sess = t
			}
		}
		st.ended[sess] = closed
		r.results(st, c, nil)
		if c.value != nil && c.instr.Common().Signature().Results().Len() == 1 {
			st.frame.env[c.value] = t
		}
		return one, true
	case session.MayDiscard:
		lit := r.from(c, e.Callback)
		if lit != nil && lit.fn != nil && mentionsBadConn(lit.fn) {
			r.end(st, sessionOf(from), c)
			r.results(st, c, nil)
			return one, true
		}
		return nil, false
	case session.InConn, session.InTx:
		return r.within(st, c, e), true
	}
	return nil, false
}

func (r *run) hasBody(fn *types.Func) bool {
	body := r.Package.Prog.FuncValue(fn)
	return fn.Pkg() == r.Package.Pkg && body != nil && body.Blocks != nil
}

// from returns the argument of an index as the session table counts, which leaves out the receiver.
func (r *run) from(c *callSite, i int) *term {
	if c.fn.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(c.args) {
		return nil
	}
	return c.args[i]
}

// makes follows a call that returns a handle: it fails, without one, or it does not.
func (r *run) makes(st *state, c *callSite, e session.Effect, handle func(types.Type) *term) []*state {
	results := c.instr.Common().Signature().Results()
	if e.Result < 0 || e.Result >= results.Len() {
		r.results(st, c, nil)
		return []*state{st}
	}
	build := func(s *state, h, err *term) {
		out := make([]*term, results.Len())
		for i := range out {
			switch {
			case i == e.Result:
				out[i] = h
			case i == results.Len()-1 && isError(results.At(i).Type()):
				out[i] = err
			default:
				out[i] = r.ts.made(c.instr, i, results.At(i).Type())
			}
		}
		r.setResults(s, c, out)
	}
	h := handle(results.At(e.Result).Type())
	if !lastIsError(c.instr.Common().Signature()) {
		build(st, h, nil)
		return []*state{st}
	}
	err := r.ts.made(c.instr, results.Len()-1, results.At(results.Len()-1).Type())
	failed := st.clone()
	r.letNil(failed, err, false)
	build(failed, r.ts.nilTerm, err)
	r.letNil(st, h, false)
	build(st, h, r.ts.nilTerm)
	return []*state{st, failed}
}

// within follows a call that lends a session to the function it is given.
func (r *run) within(st *state, c *callSite, e session.Effect) []*state {
	lit := r.from(c, e.Callback)
	if lit == nil {
		r.results(st, c, nil)
		return []*state{st}
	}
	var states []*state
	if lastIsError(c.instr.Common().Signature()) { // there was no session to be had
		failed := st.clone()
		r.results(failed, c, nil)
		if v := lastResult(failed, c); v != nil {
			r.letNil(failed, v, false)
		}
		states = append(states, failed)
	}
	sig, ok := lit.typ.Underlying().(*types.Signature)
	if !ok || e.Param < 0 || e.Param >= sig.Params().Len() {
		r.results(st, c, nil)
		return append(states, st)
	}
	sess := r.ts.made([2]any{c.instr, "session"}, e.Param, sig.Params().At(e.Param).Type())
	r.again(st, [2]any{c.instr, "session"})
	if e.Shape {
		sess = r.ts.op("given", sess.typ, sess)
	}
	args := make([]*term, sig.Params().Len())
	for i := range args {
		args[i] = r.ts.made([2]any{c.instr, "session"}, i, sig.Params().At(i).Type())
	}
	args[e.Param] = sess
	finish := func(s *state, err *term) {
		if e.Kind == session.InConn && !e.Shape {
			r.giveBack(s, sess, r.pos(c), true)
		}
		r.results(s, c, err)
		states = append(states, s)
	}
	if exits, ok := r.enter(st, lit, args); ok {
		for _, x := range exits {
			var err *term
			if n := len(x.results); n > 0 && lastIsError(sig) {
				err = x.results[n-1]
			}
			finish(x.st, err)
		}
		return states
	}
	inner := &callSite{instr: c.instr, callee: lit}
	after, ok := r.followed(st, inner, lit, args)
	if !ok {
		after = []*state{st}
	}
	for _, s := range after {
		finish(s, nil)
	}
	return states
}

// lastResult returns what is known of the last result of a call.
func lastResult(st *state, c *callSite) *term {
	if c.value == nil {
		return nil
	}
	t := st.frame.env[c.value]
	if t != nil && t.kind == kTuple {
		return t.args[len(t.args)-1]
	}
	return t
}

// sessionOf returns the session that a handle stands for.
func sessionOf(t *term) *term {
	for t.kind == kView {
		t = t.args[0]
	}
	return t
}

// class returns what a handle stands for, by the type that its value was made with.
func (r *run) class(t *term) session.Class {
	if t.typ != nil {
		if c := r.Table.Of(t.typ).Class; c != session.Unknown {
			return c
		}
	}
	if t.kind == kView || t.kind == kOld {
		return r.class(t.args[0])
	}
	if t.info != nil {
		return t.info.class
	}
	return session.Unknown
}

// onPgx reports whether a session is driven by pgx itself, without database/sql.
func (r *run) onPgx(t *term) bool {
	for t.kind == kView || t.kind == kOld {
		if pgxType(t.typ) {
			return true
		}
		t = t.args[0]
	}
	return pgxType(t.typ) || t.info != nil && t.info.pgx
}

func pgxType(typ types.Type) bool {
	if typ == nil {
		return false
	}
	n, ok := types.Unalias(elem(typ)).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Name() == "Conn" &&
		strings.HasPrefix(session.Unversioned(n.Obj().Pkg().Path()), "github.com/jackc/pgx")
}

// end notes that the server session ends, and all its locks with it.
func (r *run) end(st *state, sess *term, c *callSite) {
	var kept []*held
	for _, h := range st.locks {
		if h.sess == sess {
			st.settle(h.lock)
			continue
		}
		kept = append(kept, h)
	}
	st.locks = kept
	st.ended[sess] = closed
	if sess.callers() {
		st.record(effect{deed: ends, sess: sess, pos: r.pos(c)})
	}
}

// settle notes that a lock is no longer held, and forgets that it was taken.
func (s *state) settle(l *Lock) {
	for _, h := range s.locks {
		if h.lock == l && h.count > 1 {
			return
		}
	}
	s.done[l] = true
	for i := len(s.log) - 1; i >= 0; i-- {
		switch {
		case s.log[i].deed == calls:
			return
		case s.log[i].deed == acquires && s.log[i].lock == l:
			s.log = append(s.log[:i:i], s.log[i+1:]...)
			return
		}
	}
}

// closePool notes that a pool is closed: its sessions end.
func (r *run) closePool(st *state, pool *term) {
	var kept []*held
	for _, h := range st.locks {
		if r.pools[unold(h.sess)] == pool || h.sess == pool {
			st.settle(h.lock)
			continue
		}
		kept = append(kept, h)
	}
	st.locks = kept
	if pool.callers() {
		st.record(effect{deed: ends, sess: pool})
	}
}

func unold(t *term) *term {
	if t.kind == kOld {
		return t.args[0]
	}
	return t
}

// giveBack notes that a connection goes back to its pool. Locks that are held on it stay held.
func (r *run) giveBack(st *state, sess *term, pos token.Pos, deferred bool) {
	if st.ended[sess] != live {
		return
	}
	b := r.backs[pos]
	if b == nil {
		b = &GiveBack{Pos: pos, Deferred: deferred}
		r.backs[pos] = b
	}
	for _, h := range st.locks {
		if h.sess == sess && h.back == nil {
			h.back = b
		}
	}
	st.ended[sess] = back
	if sess.callers() {
		st.record(effect{deed: givesBack, sess: sess, pos: pos, late: deferred})
	}
}

// mentionsBadConn reports whether a function can return driver.ErrBadConn, by which database/sql throws a connection away.
func mentionsBadConn(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				if g, ok := (*op).(*ssa.Global); ok && g.Name() == "ErrBadConn" {
					return true
				}
			}
		}
	}
	return false
}
