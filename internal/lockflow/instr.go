package lockflow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// instr follows one instruction that does not end its block.
func (r *run) instr(st *state, instr ssa.Instruction) []*state {
	one := []*state{st}
	set := func(v ssa.Value, t *term) { st.frame.env[v] = t }
	switch in := instr.(type) {
	case *ssa.Phi, *ssa.DebugRef: // phis have their values already
	case *ssa.Alloc:
		r.again(st, in)
		a := r.ts.alloc(in, in.Type())
		r.store(st, a, r.ts.zero(elem(in.Type())))
		set(in, a)
	case *ssa.Store:
		addr, v := r.value(st, in.Addr), r.value(st, in.Val)
		if v == r.ts.nilTerm && addr.callers() {
			if was := r.load(st, addr, in.Val.Type()); st.doubts[was] != nil {
				st.lost[was] = st.doubts[was]
			}
		}
		r.store(st, addr, v)
		if st.facts[r.limited(v)] {
			r.limitField(r.ts.load(addr, v.typ))
		}
	case *ssa.UnOp:
		x := r.value(st, in.X)
		switch in.Op {
		case token.MUL:
			set(in, r.load(st, x, in.Type()))
		case token.NOT:
			set(in, r.ts.not(x))
		case token.ARROW:
			r.again(st, in)
			t := r.ts.made(in, 0, in.Type())
			if in.CommaOk {
				t = r.ts.tuple([]*term{t, r.ts.made(in, 1, types.Typ[types.Bool])})
			}
			set(in, t)
		default:
			set(in, r.ts.op(in.Op.String(), in.Type(), x))
		}
	case *ssa.BinOp:
		set(in, r.binary(in, r.value(st, in.X), r.value(st, in.Y)))
	case *ssa.FieldAddr:
		f := fieldOf(in.X.Type(), in.Field)
		base := r.value(st, in.X)
		a := r.ts.addr(base, f.Name(), nil, in.Type())
		if r.Table.Field(f).Kind == session.Unwraps && st.heap[a] == nil && r.Table.Known(base.typ) {
			st.heap[a] = r.ts.view(sessionOf(base), f.Type()) // an embedded handle
		}
		set(in, a)
	case *ssa.Field:
		set(in, r.field(st, r.value(st, in.X), fieldOf(in.X.Type(), in.Field)))
	case *ssa.IndexAddr:
		set(in, r.ts.addr(r.value(st, in.X), "[]", r.value(st, in.Index), in.Type()))
	case *ssa.Index:
		set(in, r.ts.op("[]", in.Type(), r.value(st, in.X), r.value(st, in.Index)))
	case *ssa.Lookup:
		t := r.ts.op("[]", in.Type(), r.value(st, in.X), r.value(st, in.Index))
		if in.CommaOk {
			t = r.ts.tuple([]*term{t, r.ts.op("has", types.Typ[types.Bool], r.value(st, in.X), r.value(st, in.Index))})
		}
		set(in, t)
	case *ssa.Extract:
		tuple := r.value(st, in.Tuple)
		if tuple.kind == kTuple && in.Index < len(tuple.args) {
			set(in, tuple.args[in.Index])
		} else {
			set(in, r.ts.made(in.Tuple, in.Index, in.Type()))
		}
	case *ssa.MakeInterface:
		set(in, r.value(st, in.X))
	case *ssa.ChangeInterface:
		set(in, r.value(st, in.X))
	case *ssa.ChangeType:
		set(in, r.value(st, in.X))
	case *ssa.Convert:
		set(in, r.value(st, in.X))
	case *ssa.MultiConvert:
		set(in, r.value(st, in.X))
	case *ssa.SliceToArrayPointer:
		set(in, r.value(st, in.X))
	case *ssa.TypeAssert:
		x := r.value(st, in.X)
		if in.CommaOk {
			r.again(st, in)
			x = r.ts.tuple([]*term{x, r.ts.made(in, 1, types.Typ[types.Bool])})
		}
		set(in, x)
	case *ssa.Slice:
		x := r.value(st, in.X)
		if in.Low != nil || in.High != nil {
			args := []*term{x}
			for _, v := range []ssa.Value{in.Low, in.High} {
				if v != nil {
					args = append(args, r.value(st, v))
				} else {
					args = append(args, r.ts.nilTerm)
				}
			}
			x = r.ts.op("slice", in.Type(), args...)
		}
		set(in, x)
	case *ssa.MakeClosure:
		set(in, r.closure(st, in))
	case *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice:
		r.again(st, in)
		v := in.(ssa.Value)
		set(v, r.ts.alloc(in, v.Type()))
	case *ssa.Range:
		set(in, r.value(st, in.X))
	case *ssa.Next:
		set(in, r.several(st, in))
	case *ssa.Select:
		set(in, r.several(st, in))
		for _, s := range in.States {
			if s.Send != nil {
				r.handOn(st, r.value(st, s.Send))
			}
		}
	case *ssa.Send:
		r.handOn(st, r.value(st, in.X))
	case *ssa.MapUpdate:
		m := r.value(st, in.Map)
		r.handOn(st, r.value(st, in.Value))
		r.store(st, r.ts.addr(m, "[]", r.value(st, in.Key), in.Value.Type()), r.value(st, in.Value))
	case *ssa.RunDefers:
		return r.runDefers(st)
	case *ssa.Defer:
		callee, args := r.operands(st, in.Common())
		st.frame.defers = dedupe(append(st.frame.defers, deferral{in, callee, args}))
	case *ssa.Go:
		callee, args := r.operands(st, in.Common())
		r.apart(st, callee, args)
	case *ssa.Call:
		callee, args := r.operands(st, in.Common())
		return r.call(st, in, callee, args, in)
	default:
		if v, ok := instr.(ssa.Value); ok {
			r.again(st, in)
			set(v, r.ts.made(in, 0, v.Type()))
		}
	}
	return one
}

// several makes the results of an instruction of which nothing is known.
func (r *run) several(st *state, in ssa.Value) *term {
	r.again(st, in)
	tuple := in.Type().(*types.Tuple)
	args := make([]*term, tuple.Len())
	for i := range args {
		args[i] = r.ts.made(in, i, tuple.At(i).Type())
	}
	return r.ts.tuple(args)
}

// runDefers makes the deferred calls of the frame, the last one first.
func (r *run) runDefers(st *state) []*state {
	states := []*state{st}
	for more := true; more; {
		more = false
		var next []*state
		for _, st := range states {
			n := len(st.frame.defers)
			if n == 0 {
				next = append(next, st)
				continue
			}
			more = true
			d := st.frame.defers[n-1]
			st.frame.defers = st.frame.defers[:n-1]
			before := st.within
			st.within = d.instr
			for _, s := range r.call(st, d.instr, d.callee, d.args, nil) {
				s.within = before
				next = append(next, s)
			}
		}
		states = next
		if len(states) > maxStates {
			r.over = true
			return nil
		}
	}
	return states
}

// operands returns what is called and what it is called with; the receiver is the first argument.
func (r *run) operands(st *state, c *ssa.CallCommon) (callee *term, args []*term) {
	if c.IsInvoke() {
		args = append(args, r.value(st, c.Value))
	} else if _, builtin := c.Value.(*ssa.Builtin); !builtin {
		callee = r.value(st, c.Value)
	}
	for _, a := range c.Args {
		args = append(args, r.value(st, a))
	}
	return callee, args
}

// closure makes a function literal, or a method value.
func (r *run) closure(st *state, in *ssa.MakeClosure) *term {
	fn := in.Fn.(*ssa.Function)
	bindings := make([]*term, len(in.Bindings))
	for i, b := range in.Bindings {
		bindings[i] = r.value(st, b)
	}
	if fn.Parent() == nil && len(bindings) == 1 {
		if m, ok := fn.Object().(*types.Func); ok {
			return r.ts.bound(m.Origin(), bindings[0])
		}
	}
	return r.ts.closure(fn, bindings)
}

func (r *run) binary(in *ssa.BinOp, x, y *term) *term {
	switch in.Op {
	case token.EQL:
		return r.ts.equal(x, y)
	case token.NEQ:
		return r.ts.not(r.ts.equal(x, y))
	}
	op := in.Op
	if op == token.GTR || op == token.GEQ { // one form for both directions
		op = map[token.Token]token.Token{token.GTR: token.LSS, token.GEQ: token.LEQ}[op]
		x, y = y, x
	}
	if x.kind == kConst && y.kind == kConst && x.val.Kind() == y.val.Kind() {
		if v := fold(op, x.val, y.val); v != nil {
			return r.ts.constant(v, in.Type())
		}
	}
	return r.ts.op(op.String(), in.Type(), x, y)
}

// fold computes what is made of two constants. Loops that count come to an end all the same: see grows.
func fold(op token.Token, x, y constant.Value) constant.Value {
	switch {
	case op == token.LSS || op == token.LEQ:
		return constant.MakeBool(constant.Compare(x, op, y))
	case x.Kind() == constant.String && op == token.ADD, x.Kind() == constant.Int && (op == token.ADD || op == token.SUB):
		return constant.BinaryOp(x, op, y)
	}
	return nil
}

// store puts a value at an address.
func (r *run) store(st *state, addr, v *term) {
	for a := range st.heap {
		for p := a; p.kind == kAddr; p = p.args[0] {
			if p.args[0] == addr {
				delete(st.heap, a)
				break
			}
		}
	}
	st.heap[addr] = v
}

// load returns what is stored at an address.
func (r *run) load(st *state, addr *term, typ types.Type) *term {
	if s := r.assembled(st, addr, typ); s != nil {
		return s
	}
	if v := st.heap[addr]; v != nil {
		return v
	}
	switch addr.kind {
	case kAddr:
		base := addr.args[0]
		if base.kind == kView { // the handle inside of a handle
			return base.args[0]
		}
		if whole := r.known(st, base); whole != nil {
			return r.part(whole, addr, typ)
		}
	case kView:
		return addr.args[0]
	}
	return r.ts.load(addr, typ)
}

// assembled returns a struct of which parts were stored, with these parts, or nil.
func (r *run) assembled(st *state, addr *term, typ types.Type) *term {
	if typ == nil {
		return nil
	}
	s, ok := typ.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	parts := false
	for a := range st.heap {
		parts = parts || a.kind == kAddr && a.args[0] == addr
	}
	if !parts {
		return nil
	}
	args := make([]*term, s.NumFields())
	for i := range args {
		f := s.Field(i)
		args[i] = r.load(st, r.ts.addr(addr, f.Name(), nil, types.NewPointer(f.Type())), f.Type())
	}
	return r.ts.op("struct", typ, args...)
}

// partOf returns a field of a struct that was assembled, or nil.
func partOf(s *term, name string) *term {
	if s.kind != kOp || s.name != "struct" || s.typ == nil {
		return nil
	}
	typ := s.typ.Underlying().(*types.Struct)
	for i := range typ.NumFields() {
		if typ.Field(i).Name() == name && i < len(s.args) {
			return s.args[i]
		}
	}
	return nil
}

// known returns what was stored at an address, whole, or nil.
func (r *run) known(st *state, addr *term) *term {
	if v := st.heap[addr]; v != nil {
		return v
	}
	if addr.kind == kAddr {
		if whole := r.known(st, addr.args[0]); whole != nil {
			return r.part(whole, addr, elem(addr.typ))
		}
	}
	return nil
}

// part returns the part of a value that an address leads to.
func (r *run) part(whole, addr *term, typ types.Type) *term {
	if p := partOf(whole, addr.name); p != nil {
		return p
	}
	switch {
	case whole.kind == kZero && typ != nil:
		return r.ts.zero(typ)
	case whole.kind == kView:
		return whole.args[0]
	case whole.kind == kLoad && addr.name != "[]":
		return r.ts.load(r.ts.addr(whole.args[0], addr.name, nil, addr.typ), typ)
	}
	return r.ts.op("."+addr.name, typ, append([]*term{whole}, addr.args[1:]...)...)
}

// field returns a field of a struct.
func (r *run) field(st *state, x *term, f *types.Var) *term {
	if p := partOf(x, f.Name()); p != nil {
		return p
	}
	switch x.kind {
	case kLoad:
		return r.load(st, r.ts.addr(x.args[0], f.Name(), nil, types.NewPointer(f.Type())), f.Type())
	case kZero:
		return r.ts.zero(f.Type())
	case kView:
		return x.args[0]
	}
	return r.ts.op("."+f.Name(), f.Type(), x)
}

func fieldOf(typ types.Type, i int) *types.Var {
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	s, ok := typ.Underlying().(*types.Struct)
	if !ok { // a type parameter
		s = typ.Underlying().(*types.Interface).EmbeddedType(0).Underlying().(*types.Struct)
	}
	return s.Field(i)
}

// elem returns what a pointer points to, or the type itself.
func elem(typ types.Type) types.Type {
	if typ == nil {
		return nil
	}
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return typ
}
