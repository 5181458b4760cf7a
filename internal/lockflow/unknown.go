package lockflow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// opaque follows a call of which nothing is known.
func (r *run) opaque(st *state, c *callSite) []*state {
	if !calm(c.fn) {
		r.busy(st)
	}
	r.scanned(st, c, c.args)
	states := []*state{st}
	for _, a := range r.flat(st, c) {
		if c.fn != nil && registers(c.fn) {
			if a.kind == kClosure || a.kind == kBound || a.kind == kFunc {
				r.apart(st, a, nil)
			}
			continue
		}
		if !r.callable(a) {
			continue
		}
		if c.fn == nil || c.fn.Pkg() == nil {
			r.handOn(st, a)
		}
		// It is taken to be called, once, before the call returns.
		var next []*state
		for _, s := range states {
			next = append(next, r.callback(s, c, a)...)
		}
		states = next
	}
	for _, s := range states {
		r.passOn(s, c)
		if c.value != nil && s.frame.env[c.value] == nil {
			r.results(s, c, nil)
		}
	}
	return states
}

// callable reports whether a term is a function whose body is known and matters.
func (r *run) callable(t *term) bool {
	switch t.kind {
	case kClosure, kFunc:
		return t.does != nil || t.fn != nil && (r.relevant[t.fn] || r.functionReleases(t.fn, map[*ssa.Function]bool{}))
	case kBound:
		body := r.Package.Prog.FuncValue(t.at.(*types.Func))
		return body != nil && r.relevant[body]
	}
	return false
}

// callback follows a function that an unknown function is given. If both return an error, it is the same.
func (r *run) callback(st *state, c *callSite, lit *term) []*state {
	inner := &callSite{instr: c.instr, callee: lit}
	if lit.typ == nil {
		states, _ := r.followed(st, inner, lit, nil)
		return states
	}
	args := r.givenTo(lit)
	if lit.does == nil && (lit.kind == kClosure || lit.kind == kFunc && lit.fn.Parent() != nil) {
		exits, ok := r.enter(st, lit, args)
		if !ok {
			return []*state{st}
		}
		var out []*state
		for _, x := range exits {
			if strings.HasPrefix(lit.fn.Synthetic, "range-over-func") && r.functionReleases(lit.fn, map[*ssa.Function]bool{}) {
				x.st.releaseLooped(func(h *held) bool { return h.loop })
			}
			if c.value != nil {
				delete(x.st.frame.env, c.value)
				if len(x.results) > 0 && lastIsError(c.instr.Common().Signature()) {
					r.results(x.st, c, x.results[len(x.results)-1])
				}
			}
			out = append(out, x.st)
		}
		return out
	}
	states, ok := r.followed(st, inner, lit, args)
	if !ok {
		return []*state{st}
	}
	return states
}

// lend notes what a function that is not known gets hold of. What is a session it works on, and returns.
func (r *run) lend(st *state, args []*term) {
	for _, a := range args {
		if r.class(a) == session.Unknown {
			r.handOn(st, a)
		}
	}
}

// apart follows nothing: the function runs later, or at the same time. What it may give back is in its hands.
func (r *run) apart(st *state, callee *term, args []*term) {
	if callee == nil {
		for _, a := range args {
			r.handOn(st, a)
		}
		return
	}
	if callee.kind == kClosure && callee.does == nil {
		followed := r.inlined[callee.fn]
		r.enter(st.clone(), callee, args) // for what it releases
		r.inlined[callee.fn] = followed
	}
	switch callee.kind {
	case kClosure, kFunc:
		if callee.fn != nil && callee.fn.Blocks != nil && !r.functionReleases(origin(callee.fn), map[*ssa.Function]bool{}) {
			return
		}
	}
	r.handOn(st, callee)
	for _, a := range args {
		r.handOn(st, a)
	}
}

// passOn notes what a call of which nothing is known gets hold of, so that it could release it.
func (r *run) passOn(st *state, c *callSite) {
	if c.fn != nil && calm(c.fn) {
		if c.fn.FullName() == "context.WithValue" {
			r.handOn(st, c.args[2])
		}
		return
	}
	for i, a := range r.flat(st, c) {
		if a.kind == kClosure || a.kind == kFunc || a.kind == kConst {
			continue
		}
		if c.fn != nil && c.fn.Pkg() != nil && a.typ != nil {
			if i == 0 && c.fn.Signature().Recv() != nil && r.Table.Of(a.typ).Class != session.Unknown {
				continue // a method of the session itself
			}
			if r.Table.Of(a.typ).Class != session.Unknown && !anything(c, i) {
				continue // it works on the session, and returns it
			}
		}
		r.handOn(st, a)
	}
}

// anything reports whether an argument is passed for a parameter that takes anything.
func anything(c *callSite, i int) bool {
	sig := c.fn.Signature()
	if sig.Recv() != nil {
		i--
	}
	switch {
	case i < 0:
		return false
	case i >= sig.Params().Len()-1 && sig.Variadic():
		i = sig.Params().Len() - 1
		s, ok := sig.Params().At(i).Type().Underlying().(*types.Slice)
		return ok && isAny(s.Elem())
	case i < sig.Params().Len():
		return isAny(sig.Params().At(i).Type())
	}
	return false
}

func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}
