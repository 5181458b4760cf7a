package lockflow

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A kind says what a term is.
type kind uint8

const (
	kConst   kind = iota // a constant
	kZero                // the zero value of a type: nil, false, an empty struct
	kParam               // parameter n of the function that is looked at; the receiver is the first
	kFree                // variable n that a function literal shares with the function around it
	kGlobal              // the address of a package variable
	kFunc                // a function
	kClosure             // a function literal with the variables that it shares
	kBound               // a method value
	kMade                // result n of an instruction: not the same in two turns of a loop
	kAlloc               // the address of a variable
	kMerged              // one of several values, where paths meet
	kVia                 // a value that a callee made, as seen at the call
	kOld                 // a value from an earlier turn of a loop
	kAddr                // the address of a field or an element
	kLoad                // what is stored at an address when the function begins
	kOp                  // the result of an operation that always gives the same for the same operands
	kTuple               // several results
	kView                // a handle on the session of another handle
)

// A term is a value as far as it is known. Terms are interned: the same term is the same pointer.
type term struct {
	id   int
	kind kind
	name string
	n    int
	args []*term
	at   any // an instruction, a block, a function: part of the identity
	fn   *ssa.Function
	val  constant.Value
	typ  types.Type // of the value, as the program declares it
	deep int
	info *handleInfo // where typ is not known: of what another package made
	does *Summary    // of a function of another package
}

// handleInfo is what is known of a handle whose type is not in sight.
type handleInfo struct {
	class session.Class
	end   session.End
	pgx   bool
}

// maxDepth bounds the size of terms. What is deeper is as good as unknown.
const maxDepth = 24

// terms interns the terms of a package.
type terms struct {
	byKey map[string]*term
	atIDs map[any]int
	all   int
	// made by the constructors below
	nilTerm, trueTerm, falseTerm *term
}

func newTerms() *terms {
	t := &terms{byKey: map[string]*term{}, atIDs: map[any]int{}}
	t.nilTerm = t.intern(term{kind: kZero, name: "nil"})
	t.trueTerm = t.constant(constant.MakeBool(true), types.Typ[types.Bool])
	t.falseTerm = t.constant(constant.MakeBool(false), types.Typ[types.Bool])
	return t
}

func (ts *terms) intern(t term) *term {
	var b strings.Builder
	b.WriteByte('a' + byte(t.kind))
	b.WriteString(strconv.Itoa(t.n))
	b.WriteByte('|')
	b.WriteString(t.name)
	if t.at != nil {
		id, ok := ts.atIDs[t.at]
		if !ok {
			id = len(ts.atIDs) + 1
			ts.atIDs[t.at] = id
		}
		b.WriteByte('@')
		b.WriteString(strconv.Itoa(id))
	}
	for _, a := range t.args {
		b.WriteByte(',')
		b.WriteString(strconv.Itoa(a.id))
		t.deep = max(t.deep, a.deep+1)
	}
	key := b.String()
	if known := ts.byKey[key]; known != nil {
		return known
	}
	ts.all++
	t.id = ts.all
	known := &t
	ts.byKey[key] = known
	return known
}

func (ts *terms) constant(v constant.Value, typ types.Type) *term {
	return ts.intern(term{kind: kConst, name: v.Kind().String() + v.ExactString(), val: v, typ: typ})
}

// zero is the zero value of a type. Booleans are constants, whatever holds nil is nil.
func (ts *terms) zero(typ types.Type) *term {
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return ts.falseTerm
		case u.Info()&types.IsString != 0:
			return ts.constant(constant.MakeString(""), typ)
		case u.Info()&types.IsNumeric != 0:
			return ts.constant(constant.MakeInt64(0), typ)
		}
	case *types.Struct, *types.Array:
		return ts.intern(term{kind: kZero, name: types.TypeString(typ, nil), typ: typ})
	}
	return ts.nilTerm
}

func (ts *terms) param(i int, typ types.Type) *term {
	return ts.intern(term{kind: kParam, n: i, at: typ, typ: typ})
}

func (ts *terms) free(fn *ssa.Function, i int) *term {
	return ts.intern(term{kind: kFree, n: i, at: fn, typ: fn.FreeVars[i].Type()})
}

func (ts *terms) global(g *ssa.Global) *term {
	return ts.intern(term{kind: kGlobal, at: g, name: g.Name(), typ: g.Type()})
}

func (ts *terms) function(fn *ssa.Function) *term {
	return ts.intern(term{kind: kFunc, at: fn, fn: fn, typ: fn.Type()})
}

func (ts *terms) closure(fn *ssa.Function, bindings []*term) *term {
	return ts.intern(term{kind: kClosure, at: fn, fn: fn, args: bindings, typ: fn.Type()})
}

func (ts *terms) bound(method *types.Func, recv *term) *term {
	return ts.intern(term{kind: kBound, at: method, args: []*term{recv}, typ: method.Type()})
}

// made is result n of an instruction.
func (ts *terms) made(at any, n int, typ types.Type) *term {
	return ts.intern(term{kind: kMade, at: at, n: n, typ: typ})
}

func (ts *terms) alloc(at any, typ types.Type) *term {
	return ts.intern(term{kind: kAlloc, at: at, typ: typ})
}

// merged stands for one of several values at the start of a block. What tells it apart is part of the identity.
func (ts *terms) merged(block *ssa.BasicBlock, what any, typ types.Type) *term {
	return ts.intern(term{kind: kMerged, at: [2]any{block, what}, typ: typ})
}

func (ts *terms) via(call any, t *term) *term {
	return ts.like(t, term{kind: kVia, at: call, args: []*term{t}, typ: t.typ, fn: t.fn})
}

func (ts *terms) old(t *term) *term {
	if t.kind == kOld {
		return t
	}
	return ts.like(t, term{kind: kOld, args: []*term{t}, typ: t.typ})
}

// like makes a term that stands for the same handle as another one.
func (ts *terms) like(t *term, n term) *term {
	out := ts.intern(n)
	if out.typ == nil && out.info == nil {
		out.info = t.info
	}
	return out
}

// addr is the address of a part of what base points to: a field by its name, or an element.
func (ts *terms) addr(base *term, part string, index *term, typ types.Type) *term {
	args := []*term{base}
	if index != nil {
		args = append(args, index)
	}
	return ts.intern(term{kind: kAddr, name: part, args: args, typ: typ})
}

func (ts *terms) load(addr *term, typ types.Type) *term {
	return ts.intern(term{kind: kLoad, args: []*term{addr}, typ: typ})
}

func (ts *terms) op(name string, typ types.Type, args ...*term) *term {
	return ts.intern(term{kind: kOp, name: name, args: args, typ: typ})
}

func (ts *terms) tuple(args []*term) *term {
	return ts.intern(term{kind: kTuple, args: args})
}

// view is a handle of its own type on the session of another one.
func (ts *terms) view(of *term, typ types.Type) *term {
	return ts.intern(term{kind: kView, name: types.TypeString(typ, nil), args: []*term{of}, typ: typ})
}

// not negates a truth value.
func (ts *terms) not(t *term) *term {
	switch {
	case t == ts.trueTerm:
		return ts.falseTerm
	case t == ts.falseTerm:
		return ts.trueTerm
	case t.kind == kOp && t.name == "!":
		return t.args[0]
	}
	return ts.op("!", types.Typ[types.Bool], t)
}

// equal is the truth value of a comparison.
func (ts *terms) equal(a, b *term) *term {
	switch {
	case a == b:
		return ts.trueTerm
	case a.kind == kConst && b.kind == kConst && a.val.Kind() == b.val.Kind():
		return ts.falseTerm // or they would be the same term
	case a == ts.nilTerm && b.nonNil() || b == ts.nilTerm && a.nonNil():
		return ts.falseTerm
	case b == ts.trueTerm:
		return a
	case a == ts.trueTerm:
		return b
	case b == ts.falseTerm:
		return ts.not(a)
	case a == ts.falseTerm:
		return ts.not(b)
	}
	if a.kind == kConst || a == ts.nilTerm || b.kind != kConst && b != ts.nilTerm && a.id > b.id {
		a, b = b, a
	}
	return ts.op("==", types.Typ[types.Bool], a, b)
}

// nonNil reports whether a term is certainly not nil.
func (t *term) nonNil() bool {
	switch t.kind {
	case kAlloc, kFunc, kClosure, kBound, kGlobal, kAddr, kConst:
		return true
	case kZero:
		return t.name != "nil"
	case kVia, kOld:
		return t.args[0].nonNil()
	case kOp:
		return t.name == "error"
	case kLoad: // an error that has a name
		return t.args[0].kind == kGlobal && t.typ != nil && isError(t.typ)
	}
	return false
}

// root returns the term that an address, a load or a part begins with: l of l.conn.
func (t *term) root() *term {
	for {
		switch t.kind {
		case kAddr, kLoad, kView:
			t = t.args[0]
		case kOp:
			if t.name[0] != '.' {
				return t
			}
			t = t.args[0] // a field of a struct
		default:
			return t
		}
	}
}

// callers reports whether the value belongs to the world outside of the function: it is reached from a parameter, a
// package variable, or a variable that a literal shares.
func (t *term) callers() bool {
	switch t.root().kind {
	case kParam, kGlobal, kFree:
		return true
	}
	return false
}

// has reports whether x is part of t.
func (t *term) has(x *term) bool {
	return t == x || t.deep > 0 && slices.ContainsFunc(t.args, func(a *term) bool { return a.has(x) })
}

// madeAt reports whether a part of t was made by an instruction.
func (t *term) madeAt(at any) bool {
	if t.at == at && (t.kind == kMade || t.kind == kAlloc || t.kind == kVia) {
		return true
	}
	return slices.ContainsFunc(t.args, func(a *term) bool { return a.madeAt(at) })
}

// turns reports whether a value is another one in each turn of a loop.
func (t *term) turns() bool {
	return t.kind == kMerged || t.kind == kOld || t.kind == kAddr && t.name == "[]" || slices.ContainsFunc(t.args, (*term).turns)
}

// rewrite replaces the parts of t for which f gives a term.
func (ts *terms) rewrite(t *term, f func(*term) *term) *term {
	if r := f(t); r != nil {
		return r
	}
	var args []*term
	for i, a := range t.args {
		r := ts.rewrite(a, f)
		if r != a && args == nil {
			args = slices.Clone(t.args)
		}
		if args != nil {
			args[i] = r
		}
	}
	if args == nil {
		return t
	}
	switch {
	case t.kind == kOp && t.name == "==":
		return ts.equal(args[0], args[1])
	case t.kind == kOp && t.name == "!":
		return ts.not(args[0])
	case t.kind == kOld:
		return ts.old(args[0])
	}
	c := *t
	c.args, c.deep = args, 0
	return ts.intern(c)
}
