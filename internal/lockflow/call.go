package lockflow

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/session"
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
		if contract, ok := r.Declared(c.fn); ok {
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
	for _, m := range r.Implementations(fn) {
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

// results gives a call results of which nothing is known. If err is not nil, it is the error among them.
func (r *run) results(st *state, c *callSite, err *term) {
	if c.value == nil {
		return
	}
	if err == nil {
		err = r.sameError(st, c)
	}
	sig := c.instr.Common().Signature()
	n := sig.Results().Len()
	out := make([]*term, n)
	for i := range out {
		typ := sig.Results().At(i).Type()
		switch {
		case isError(typ) && i == n-1 && err != nil:
			out[i] = err
		case pure(c.fn, typ), isError(typ) && i > 0 && pure(c.fn, sig.Results().At(0).Type()) && plain(sig):
			name := "call " + c.fn.FullName()
			if i > 0 {
				name += "#" + string(rune('0'+i))
			}
			out[i] = r.ts.op(name, typ, r.flat(st, c)...)
		default:
			out[i] = r.ts.made(c.instr, i, typ)
		}
	}
	if n > 0 && r.limitedBy(st, c.args) {
		st.facts[r.limited(out[0])] = true
	}
	r.setResults(st, c, out)
}

// sameError returns the error that a function is given and returns in another form, or an error that is new.
func (r *run) sameError(st *state, c *callSite) *term {
	sig := c.instr.Common().Signature()
	if c.fn == nil || sig.Results().Len() != 1 || !isError(sig.Results().At(0).Type()) {
		return nil
	}
	var given *term
	for _, a := range r.flat(st, c) {
		if a.typ == nil || !isError(a.typ) {
			continue
		}
		if given = a; r.isNonNil(st, a) {
			break // joined with others
		}
	}
	switch name := c.fn.FullName(); {
	case name == "fmt.Errorf", name == "errors.New":
		return r.ts.op("error", sig.Results().At(0).Type(), r.ts.made(c.instr, 0, nil))
	case name == "errors.Unwrap", name == "(context.Context).Err", name == "context.Cause":
		return nil
	case given == nil && sig.Recv() == nil && makesErrors(c.fn.Name()):
		return r.ts.op("error", sig.Results().At(0).Type(), r.ts.made(c.instr, 0, nil))
	}
	return given
}

// setResults gives the value of a call its terms.
func (r *run) setResults(st *state, c *callSite, out []*term) {
	switch {
	case c.value == nil:
	case len(out) == 1:
		st.frame.env[c.value] = out[0]
	default:
		st.frame.env[c.value] = r.ts.tuple(out)
	}
}

func lastIsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && isError(sig.Results().At(n-1).Type())
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}
