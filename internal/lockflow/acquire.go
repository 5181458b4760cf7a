package lockflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// acquire follows a statement that takes a lock: it fails, or it is refused, or the lock is held.
func (r *run) acquire(st *state, c *callSite, h *held, class session.Class) []*state {
	tracked := true
	if h.lock.Func.Scope == locksql.Session {
		switch class {
		case session.Pool:
			r.onPool(st, h.sess, h.lock.Pos, h.lock, nil)
			tracked = false
		case session.Tx:
			tracked = false // the business of txscope
		}
	}
	out, err, answer := r.fresh(st, c)
	take := func(s *state, unsure bool) {
		if tracked {
			l := *h
			l.unsure = l.unsure || unsure
			r.take(s, &l)
		}
	}
	var rows *term
	if i := slices.IndexFunc(out, func(t *term) bool { return rowLike(t.typ) != "" }); i >= 0 {
		rows = out[i]
	}
	if rows != nil && rowLike(rows.typ) == "gorm" {
		f, _, _ := types.LookupFieldOrMethod(rows.typ, true, nil, "Error")
		if v, ok := f.(*types.Var); ok {
			err = r.load(st, r.ts.addr(rows, "Error", nil, types.NewPointer(v.Type())), v.Type())
		}
		rows = nil
	}
	var states []*state
	if err != nil {
		failed := st.clone()
		if tracked {
			failed.doubts[h.sess] = h.lock
		}
		if r.assume(failed, r.ts.equal(err, r.ts.nilTerm), false) { // not if another lock of the statement was taken
			states = append(states, failed)
		}
		if !r.assume(st, r.ts.equal(err, r.ts.nilTerm), true) {
			return states
		}
	}
	if rows != nil {
		w := &waiting{held: h, try: h.lock.Func.Try, rows: rowLike(rows.typ) == "rows"}
		if w.rows {
			take(st, w.try)
		}
		w.skip = !tracked
		st.rows[rows] = w
		return append(states, st)
	}
	if told := r.scanned(st, c, c.args); answer == nil {
		answer = told
	}
	switch {
	case !h.lock.Func.Try:
		take(st, false)
	case answer == nil || h.unsure:
		take(st, true)
	default:
		refused := st.clone()
		r.let(refused, answer, false)
		states = append(states, refused)
		r.let(st, answer, true)
		take(st, false)
	}
	return append(states, st)
}

// answer follows a call that reads the answer of a lock statement.
func (r *run) answer(st *state, c *callSite) ([]*state, bool) {
	at := slices.IndexFunc(c.args, func(a *term) bool { return st.rows[a] != nil })
	if at < 0 {
		return nil, false
	}
	w := st.rows[c.args[at]]
	name := ""
	if c.fn != nil {
		name = c.fn.Name()
	}
	switch name {
	case "Next":
		r.results(st, c, nil)
		if v := lastResult(st, c); w.read && v != nil {
			r.let(st, v, false)
		}
		return []*state{st}, true
	case "Err", "Close", "Columns", "ColumnTypes", "NextResultSet", "FieldDescriptions", "CommandTag", "RawValues", "Values":
		r.results(st, c, nil)
		if name == "Err" && c.value != nil {
			failed := st.clone()
			e := st.frame.env[c.value]
			r.letNil(failed, e, false)
			for _, h := range failed.locks {
				h.unsure = h.unsure || w.rows && h.lock == w.held.lock // the statement may have failed after all
			}
			delete(failed.rows, c.args[at])
			r.letNil(st, e, true)
			return []*state{st, failed}, true
		}
		return []*state{st}, true
	}
	_, err, got := r.fresh(st, c)
	if dest := r.scanned(st, c, append(slices.Clone(c.args[:at]), c.args[at+1:]...)); got == nil {
		got = dest
	}
	unsure := w.held.unsure || w.try && got == nil
	pending := func(s *state) *held {
		i := slices.IndexFunc(s.locks, func(h *held) bool { return h.lock == w.held.lock && h.sess == w.held.sess })
		if i < 0 {
			return nil
		}
		return s.locks[i]
	}
	var states []*state
	if err != nil {
		failed := st.clone()
		r.letNil(failed, err, false)
		if h := pending(failed); w.rows && h != nil {
			h.unread = w.try
		} else {
			delete(failed.rows, c.args[at])
			if !w.skip {
				failed.doubts[w.held.sess] = w.held.lock
			}
		}
		states = append(states, failed)
		r.letNil(st, err, true)
	}
	delete(st.rows, c.args[at])
	if w.rows {
		done := *w
		done.read = true
		st.rows[c.args[at]] = &done
	}
	take := func(s *state) {
		if w.skip {
			return
		}
		if h := pending(s); w.rows && h != nil {
			h.unsure = unsure
			return
		}
		l := *w.held
		l.unsure = unsure
		r.take(s, &l)
	}
	if w.try && got != nil && !w.held.unsure {
		refused := st.clone()
		r.let(refused, got, false)
		refused.locks = slices.DeleteFunc(refused.locks, func(h *held) bool { return w.rows && h == pending(refused) })
		if w.rows {
			refused.settle(w.held.lock)
			delete(refused.done, w.held.lock)
		}
		states = append(states, refused)
		r.let(st, got, true)
	}
	take(st)
	return append(states, st), true
}

// fresh gives a call new results, and returns which of them is the error, and which a yes or no.
func (r *run) fresh(st *state, c *callSite) (out []*term, err, answer *term) {
	results := c.instr.Common().Signature().Results()
	for i := range results.Len() {
		typ := results.At(i).Type()
		t := r.ts.made(c.instr, i, typ)
		out = append(out, t)
		switch {
		case i == results.Len()-1 && isError(typ):
			err = t
		case isBool(typ) && answer == nil:
			answer = t
		}
	}
	r.setResults(st, c, out)
	return out, err, answer
}

// scanned gives the variables that a call fills new values, and returns the one that tells whether a lock was taken: the
// first that is a boolean, in whatever form.
func (r *run) scanned(st *state, c *callSite, args []*term) *term {
	flat := &callSite{instr: c.instr, args: args, fn: c.fn}
	var answer *term
	for i, a := range r.flat(st, flat) {
		if a.typ == nil || a.kind == kConst {
			continue
		}
		p, ok := a.typ.Underlying().(*types.Pointer)
		if !ok || a.kind != kAlloc && a.kind != kAddr && a.kind != kVia && a.kind != kLoad && a.kind != kParam && a.kind != kFree {
			continue
		}
		if _, isPtr := p.Elem().Underlying().(*types.Signature); isPtr || r.Table.Of(a.typ).Class != session.Unknown {
			continue
		}
		v := r.ts.made(c.instr, 100+i, p.Elem())
		told := tells(r, st, v, p.Elem())
		if told == nil && !scannable(p.Elem()) {
			continue
		}
		r.store(st, a, v)
		if answer == nil {
			answer = told
		}
	}
	return answer
}

// tells returns the truth value in what a boolean is scanned into, or nil.
func tells(r *run, st *state, v *term, typ types.Type) *term {
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return v
		}
	case *types.Pointer:
		if isBool(u.Elem()) {
			return r.load(st, v, u.Elem())
		}
	case *types.Struct:
		for f := range u.Fields() {
			if f.Name() == "Bool" && isBool(f.Type()) {
				return r.field(st, v, f)
			}
		}
	}
	return nil
}

// scannable reports whether a variable of a type can be meant to be filled: not the receiver of a method, or a query.
func scannable(typ types.Type) bool {
	switch typ.Underlying().(type) {
	case *types.Basic, *types.Slice:
		return true
	case *types.Interface:
		return isAny(typ)
	}
	return false
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// rowLike says how an answer is read: "row" for one that a single call reads, "rows" for one that is read row by row,
// "gorm" for a handle that carries the error, "" if it is no such thing.
func rowLike(typ types.Type) string {
	n, ok := types.Unalias(elem(typ)).(*types.Named)
	if !ok {
		return ""
	}
	switch name := n.Obj().Name(); {
	case strings.HasSuffix(name, "Rows"):
		return "rows"
	case strings.HasSuffix(name, "Row"), name == "RawQuery", name == "MultiResultReader", name == "ResultReader":
		return "row"
	case name == "DB" && n.Obj().Pkg() != nil && strings.Contains(n.Obj().Pkg().Path(), "gorm"):
		return "gorm"
	}
	return ""
}

// take adds a lock to those that are held.
func (r *run) take(st *state, h *held) {
	if h.lock.Class == session.Unknown {
		h.lock.Class = r.class(h.sess)
	}
	h.loop = r.graph(h.lock.Call.Parent()).inner[h.lock.Call.Block()] != nil
	delete(st.done, h.lock)
	for _, o := range st.locks {
		if o.sess != h.sess || o.lock.Func.Scope != h.lock.Func.Scope || o.lock.Func.Mode != h.lock.Func.Mode || !slices.Equal(o.keys, h.keys) ||
			slices.ContainsFunc(h.keys, func(k *term) bool { return r.vague(k) }) {
			continue
		}
		if h.lock.Func.Scope == locksql.Transaction {
			return
		}
		if !o.unsure && !h.unsure && o.count < 3 && !r.defersInLoop(h.lock) {
			o.count++
			o.second = h.lock
			if o.count == 3 {
				o.lock.stacked = h.lock
			}
		}
		return
	}
	st.locks = append(st.locks, h)
	st.record(effect{deed: acquires, sess: h.sess, keys: h.keys, fn: h.lock.Func, lock: h.lock, unsure: h.unsure})
}

// vague reports whether a key is not known well enough to be compared.
func (r *run) vague(k *term) bool {
	return k == r.unknown || k.kind == kMerged || k.kind == kOld || slices.ContainsFunc(k.args, r.vague)
}

// defersInLoop reports whether the loop in which a lock is taken also defers a release: one for each turn.
func (r *run) defersInLoop(l *Lock) bool {
	in := r.graph(l.Call.Parent()).inner[l.Call.Block()]
	if in == nil {
		return false
	}
	for b := range in.body {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok && r.mayRelease(d) {
				return true
			}
		}
	}
	return false
}
