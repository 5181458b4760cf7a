package lockflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A callSite is a call on one path.
type callSite struct {
	instr  ssa.CallInstruction
	fn     *types.Func // what it calls, as far as that has a name
	callee *term
	args   []*term   // the receiver is the first
	value  ssa.Value // nil if nobody sees the result
}

// call follows a call, and returns the states after it.
func (r *run) call(st *state, instr ssa.CallInstruction, callee *term, args []*term, value ssa.Value) []*state {
	r.again(st, instr)
	c := &callSite{instr: instr, callee: callee, args: args, value: value, fn: calledFunc(instr.Common())}
	if b, ok := instr.Common().Value.(*ssa.Builtin); ok {
		r.builtin(st, c, b.Name())
		return []*state{st}
	}
	if c.fn != nil && noReturn(c.fn) {
		return nil
	}
	if s := r.Statement(instr); s != nil {
		return r.statement(st, c, s)
	}
	if states, ok := r.answer(st, c); ok {
		return states
	}
	if c.fn != nil && c.fn.Pkg() != nil {
		if states, ok := r.atomic(st, c); ok {
			return states
		}
		r.limits(st, c)
		if states, ok := r.sessionCall(st, c); ok {
			return states
		}
	}
	if states, ok := r.followed(st, c, callee, args); ok {
		return states
	}
	return r.opaque(st, c)
}

// followed follows a call into what is known of the callee.
func (r *run) followed(st *state, c *callSite, callee *term, args []*term) ([]*state, bool) {
	if c.fn != nil {
		if contract, ok := r.Declared[c.fn]; ok {
			return r.apply(st, c, args, r.declared(c.fn, contract)), true
		}
	}
	fn := c.fn
	if callee != nil {
		switch callee.kind {
		case kClosure:
			if callee.does != nil {
				s := *c
				s.callee = callee
				r.results(st, &s, nil)
				value := s.value
				s.value = nil
				out := r.apply(st, &s, args, callee.does)
				for _, o := range out {
					if value != nil && o.frame.env[value] == nil {
						o.frame.env[value] = st.frame.env[value]
					}
				}
				return out, true
			}
			if states, ok := r.inline(st, c, callee, args); ok {
				return states, true
			}
			return nil, false
		case kBound:
			fn, args = callee.at.(*types.Func), append([]*term{callee.args[0]}, args...)
		case kFunc:
			fn, _ = callee.fn.Object().(*types.Func)
			if fn == nil && callee.fn.Blocks != nil && callee.fn.Parent() != nil { // a literal that shares nothing
				return r.inline(st, c, callee, args)
			}
		}
	}
	if fn == nil {
		if callee != nil && callee.callers() {
			st.record(effect{deed: calls, value: callee, args: args, pos: r.pos(c)})
			r.busy(st)
			r.lend(st, args)
			r.results(st, c, nil)
			return []*state{st}, true
		}
		return nil, false
	}
	if c.instr.Common().IsInvoke() || callee != nil && callee.kind == kBound {
		fn, args = r.concrete(st, fn, args)
	}
	if s := r.summaryOf(fn); s != nil {
		return r.apply(st, c, args, s), true
	}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		if s := r.agreed(fn); s != nil {
			return r.apply(st, c, args, s), true
		}
	}
	return nil, false
}

// summaryOf returns what is known of a function of this package or another one.
func (r *run) summaryOf(fn *types.Func) *Summary {
	fn = fn.Origin()
	if fn.Pkg() != r.Package.Pkg {
		return r.imported(fn)
	}
	if body := r.Package.Prog.FuncValue(fn); body != nil && body.Blocks != nil {
		return r.summary(origin(body))
	}
	return nil
}

// agreed returns the summary of the implementations of an interface method, if they agree.
func (r *run) agreed(fn *types.Func) *Summary {
	var all *Summary
	for _, m := range r.implementations(fn) {
		if m == fn {
			continue
		}
		s := r.summaryOf(m)
		if s == nil || all != nil && !all.agrees(s) {
			return nil
		}
		all = s
	}
	return all
}

// concrete returns the method that a call of an interface method reaches, if the type of the receiver is known.
func (r *run) concrete(st *state, fn *types.Func, args []*term) (*types.Func, []*term) {
	recv := fn.Signature().Recv()
	if recv == nil || len(args) == 0 || !types.IsInterface(recv.Type()) {
		return fn, args
	}
	typ := args[0].typ
	if typ == nil || types.IsInterface(typ) {
		return fn, args
	}
	obj, index, _ := types.LookupFieldOrMethod(typ, true, fn.Pkg(), fn.Name())
	m, ok := obj.(*types.Func)
	if !ok {
		return fn, args
	}
	self := args[0]
	for _, i := range index[:len(index)-1] { // a promoted method
		f := fieldOf(self.typ, i)
		if _, ok := self.typ.Underlying().(*types.Pointer); ok {
			self = r.load(st, r.ts.addr(self, f.Name(), nil, types.NewPointer(f.Type())), f.Type())
		} else {
			self = r.field(st, self, f)
		}
		if self.typ == nil {
			return fn, args
		}
	}
	return m.Origin(), append([]*term{self}, args[1:]...)
}

// inline follows a function literal where it is called.
func (r *run) inline(st *state, c *callSite, lit *term, args []*term) ([]*state, bool) {
	exits, ok := r.enter(st, lit, args)
	if !ok {
		return nil, false
	}
	var out []*state
	for _, x := range exits {
		r.setResults(x.st, c, x.results)
		out = append(out, x.st)
	}
	return out, true
}

// enter runs a function literal to its ends.
func (r *run) enter(st *state, lit *term, args []*term) ([]exit, bool) {
	fn := lit.fn
	if fn == nil || fn.Blocks == nil || len(st.below) >= maxInlined || st.frame.fn == fn ||
		slices.ContainsFunc(st.below, func(f *frame) bool { return f.fn == fn }) {
		return nil, false
	}
	r.inlined[fn] = true
	frame := &frame{fn: fn, env: map[ssa.Value]*term{}}
	for i, p := range fn.Params {
		if i < len(args) {
			frame.env[p] = args[i]
		} else {
			frame.env[p] = r.ts.made(p, 0, p.Type())
		}
	}
	for i, v := range fn.FreeVars {
		if i < len(lit.args) {
			frame.env[v] = lit.args[i]
		}
	}
	st.below = append(slices.Clone(st.below), st.frame)
	st.frame = frame
	exits := r.body(st)
	for _, x := range exits {
		n := len(x.st.below) - 1
		x.st.frame = x.st.below[n]
		x.st.below = x.st.below[:n]
	}
	return exits, true
}

// builtin follows a call of a function of the language.
func (r *run) builtin(st *state, c *callSite, name string) {
	switch name {
	case "append":
		for _, a := range c.args[1:] {
			r.handOn(st, a)
		}
		if c.value != nil {
			st.frame.env[c.value] = r.ts.made(c.instr, 0, c.value.Type())
		}
	case "len", "cap", "min", "max", "real", "imag":
		if c.value != nil {
			st.frame.env[c.value] = r.ts.op(name, c.value.Type(), c.args...)
		}
	default:
		r.results(st, c, nil)
	}
}

// flat returns the arguments of a call, those of a variadic parameter one by one.
func (r *run) flat(st *state, c *callSite) []*term {
	sig := c.instr.Common().Signature()
	if !sig.Variadic() || len(c.args) == 0 {
		return c.args
	}
	last := c.args[len(c.args)-1]
	out := slices.Clone(c.args[:len(c.args)-1])
	switch {
	case last == r.ts.nilTerm:
		return out
	case last.kind != kAlloc:
		return append(out, last)
	}
	for i := range 64 {
		v := st.heap[r.ts.addr(last, "[]", r.ts.constant(intValue(i), types.Typ[types.Int]), nil)]
		if v == nil {
			break
		}
		out = append(out, v)
	}
	return out
}

// handOn notes that someone else got hold of a value and of all that can be reached from it.
func (r *run) handOn(st *state, t *term) {
	if t.kind == kConst || t.kind == kZero || st.handed[t] || !canHold(t.typ) {
		return
	}
	st.handed[t] = true
	if t.callers() {
		st.record(effect{deed: handsOn, sess: t})
	}
}

// canHold reports whether a value of a type can lead to a session.
func canHold(typ types.Type) bool {
	if typ == nil {
		return true
	}
	if isContext(typ) || isError(typ) {
		return false
	}
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Slice:
		return canHold(u.Elem())
	case *types.Pointer:
		_, basic := u.Elem().Underlying().(*types.Basic)
		return !basic
	}
	return true
}

// busy notes that something is called that can panic, while locks are held.
func (r *run) busy(st *state) {
	for _, h := range st.locks {
		h.busy = true
	}
}
