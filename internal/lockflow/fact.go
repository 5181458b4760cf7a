package lockflow

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A Fact is a summary in a form that can be written down for the importers of a package. Terms are numbers: indexes into
// one table, in which parts come before what they are part of.
type Fact struct {
	Terms    []FactTerm
	Outcomes []FactOutcome
}

// A FactTerm is a term. What the package made itself is told apart by its index alone.
type FactTerm struct {
	Kind  uint8
	Name  string
	N     int
	Args  []int
	Class session.Class
	End   session.End
	Pgx   bool

	Literal []FactOutcome // of a function: what a call of it does
}

// A FactOutcome is one way in which a function can end.
type FactOutcome struct {
	Results []int
	Facts   []FactTruth
	Equal   []FactSet
	Heap    [][2]int
	Log     []FactEffect
}

// A FactTruth is a truth value that is known.
type FactTruth struct {
	Term  int
	Value bool
}

// A FactSet says that a value is one of some constants.
type FactSet struct {
	Term int
	Set  []int
}

// A FactEffect is an effect. Absent terms are -1.
type FactEffect struct {
	Deed       uint8
	Sess       int
	Keys       []int
	Func       string
	Ctx, Value int
	Args       []int
	Pgx        bool
	Unsure     bool
	Key        string // as its own package writes it
}

// Fact writes the summary down.
func (e *engine) fact(s *Summary) *Fact {
	w := &factWriter{engine: e, index: map[*term]int{}, fact: &Fact{}}
	for i := range s.outcomes {
		w.fact.Outcomes = append(w.fact.Outcomes, w.outcome(s, &s.outcomes[i]))
	}
	return w.fact
}

// String says in short what the function does, one outcome after another.
func (f *Fact) String() string {
	var all []string
	for _, o := range f.Outcomes {
		var does []string
		for _, e := range o.Log {
			does = append(does, strings.TrimSpace(deeds[e.Deed]+" "+e.Func))
		}
		all = append(all, "["+strings.Join(does, ", ")+"]")
	}
	return strings.Join(all, " ")
}

type factWriter struct {
	*engine
	index   map[*term]int
	fact    *Fact
	literal func(*term) []FactOutcome // what a call of a function does where the outcome ends
}

func (w *factWriter) outcome(s *Summary, o *outcome) FactOutcome {
	before := w.literal
	defer func() { w.literal = before }()
	w.literal = func(lit *term) []FactOutcome {
		w.literal = func(*term) []FactOutcome { return nil } // a literal that returns a literal is not followed
		var out []FactOutcome
		for _, after := range w.called(s, o, lit) {
			out = append(out, w.outcome(s, &after))
		}
		return out
	}
	if before != nil {
		w.literal = before
	}
	f := FactOutcome{Results: w.list(o.results)}
	for _, t := range sortedTerms(o.facts) {
		f.Facts = append(f.Facts, FactTruth{w.term(t), o.facts[t]})
	}
	for _, t := range sortedTerms(o.equal) {
		f.Equal = append(f.Equal, FactSet{w.term(t), w.list(o.equal[t])})
	}
	for _, a := range sorted(o.heap) {
		f.Heap = append(f.Heap, [2]int{w.term(a), w.term(o.heap[a])})
	}
	for _, e := range o.log {
		fe := FactEffect{
			Deed: uint8(e.deed), Sess: w.term(e.sess), Keys: w.list(e.keys), Func: e.fn.Name, Ctx: w.term(e.ctx), Value: w.term(e.value),
			Args: w.list(e.args), Pgx: e.pgx, Unsure: e.unsure,
		}
		if e.lock != nil {
			fe.Key = e.lock.Key
		} else if e.rel != nil {
			fe.Key = e.rel.Key
		}
		f.Log = append(f.Log, fe)
	}
	return f
}

// called follows a function that an outcome returns, from where the outcome ends.
func (w *factWriter) called(s *Summary, o *outcome, lit *term) []outcome {
	r := newRun(w.engine, s.fn)
	st := newState(w.engine, s.fn)
	for a, v := range o.heap {
		st.heap[a] = v
	}
	for t, v := range o.facts {
		st.facts[t] = v
	}
	var out []outcome
	add := func(st *state, results []*term) {
		out = append(out, outcome{results: results, facts: map[*term]bool{}, heap: map[*term]*term{}, log: st.log})
	}
	c := &callSite{instr: anyCall(s.fn), callee: lit}
	if c.instr == nil {
		return nil
	}
	if lit.does != nil { // of another package
		for _, after := range r.apply(st, c, nil, lit.does) {
			add(after, nil)
		}
		return out
	}
	sig, ok := lit.typ.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	args := make([]*term, sig.Params().Len())
	for i := range args {
		args[i] = w.ts.op("given", sig.Params().At(i).Type(), w.ts.made(lit.at, i, nil))
	}
	if lit.kind == kBound {
		m := lit.at.(*types.Func)
		sum := r.summaryOf(m)
		if sum == nil {
			return nil
		}
		c.fn = m
		for _, after := range r.apply(st, c, append([]*term{lit.args[0]}, args...), sum) {
			add(after, nil)
		}
		return out
	}
	exits, _ := r.enter(st, lit, args)
	for _, x := range exits {
		add(x.st, nil)
	}
	if r.over {
		return nil
	}
	return out
}

// anyCall returns a call of a function, to stand for one that is elsewhere.
func anyCall(fn *ssa.Function) ssa.CallInstruction {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				return call
			}
		}
	}
	return nil
}

func (w *factWriter) list(ts []*term) []int {
	out := make([]int, len(ts))
	for i, t := range ts {
		out[i] = w.term(t)
	}
	return out
}

func (w *factWriter) term(t *term) int {
	if t == nil {
		return -1
	}
	if i, ok := w.index[t]; ok {
		return i
	}
	f := FactTerm{Kind: uint8(t.kind), Name: t.name, N: t.n}
	info := w.Table.Of(t.typ)
	if t.typ == nil && t.info != nil {
		info.Class, info.End, f.Pgx = t.info.class, t.info.end, t.info.pgx
	}
	f.Class, f.End, f.Pgx = info.Class, info.End, f.Pgx || pgxType(t.typ)
	switch t.kind {
	case kMade, kMerged, kVia, kOld, kFree, kFunc:
		f.Kind, f.Name, f.N = uint8(kMade), "", len(w.fact.Terms)
	case kAlloc:
		f.Kind, f.Name, f.N = uint8(kAlloc), "", len(w.fact.Terms)
	case kGlobal:
		if g, ok := t.at.(*ssa.Global); ok {
			f.Name = g.String()
		}
	case kConst:
		f.Name, f.N = t.val.ExactString(), int(t.val.Kind())
	case kClosure, kBound:
		f.Kind, f.N = uint8(kClosure), len(w.fact.Terms)
		w.index[t] = -1 // should it lead back to itself
		f.Literal = w.literal(t)
	default:
		f.Args = w.list(t.args)
	}
	w.index[t] = len(w.fact.Terms)
	w.fact.Terms = append(w.fact.Terms, f)
	return w.index[t]
}

func sortedTerms[V any](m map[*term]V) []*term {
	out := make([]*term, 0, len(m))
	for t := range m {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *term) int { return cmp.Compare(a.id, b.id) })
	return out
}

// imported returns the summary of a function of another package.
func (e *engine) imported(fn *types.Func) *Summary {
	if s, ok := e.imports[fn]; ok {
		return s
	}
	e.imports[fn] = nil
	f := e.Import(fn)
	if f == nil {
		return nil
	}
	r := &factReader{engine: e, fn: fn}
	for i := range f.Terms {
		r.terms = append(r.terms, r.term(i, &f.Terms[i]))
	}
	s := &Summary{}
	for i := range f.Outcomes {
		s.outcomes = append(s.outcomes, r.outcome(&f.Outcomes[i]))
	}
	e.imports[fn] = s
	return s
}

type factReader struct {
	*engine
	fn    *types.Func
	terms []*term
}

func (r *factReader) at(i int) *term {
	if i < 0 || i >= len(r.terms) {
		return nil
	}
	return r.terms[i]
}

func (r *factReader) list(is []int) []*term {
	out := make([]*term, len(is))
	for i, n := range is {
		if out[i] = r.at(n); out[i] == nil {
			out[i] = r.unknown
		}
	}
	return out
}

func (r *factReader) term(i int, f *FactTerm) *term {
	info := &handleInfo{f.Class, f.End, f.Pgx}
	set := func(t *term) *term {
		if t.typ == nil && t.info == nil && f.Class != session.Unknown {
			t.info = info
		}
		return t
	}
	switch kind(f.Kind) {
	case kConst:
		switch constant.Kind(f.N) {
		case constant.Bool:
			return r.ts.constant(constant.MakeBool(f.Name == "true"), nil)
		case constant.String:
			return r.ts.constant(constant.MakeFromLiteral(f.Name, token.STRING, 0), nil)
		}
		if v := constant.MakeFromLiteral(f.Name, token.INT, 0); v.Kind() == constant.Int {
			return r.ts.constant(v, nil)
		}
		return r.ts.op("const "+f.Name, nil)
	case kZero:
		if f.Name == "nil" {
			return r.ts.nilTerm
		}
		return r.ts.intern(term{kind: kZero, name: f.Name})
	case kParam:
		return r.ts.param(f.N, nil)
	case kGlobal:
		return r.ts.intern(term{kind: kGlobal, name: f.Name})
	case kMade:
		return set(r.ts.made([2]any{r.fn, f.N}, 0, nil))
	case kAlloc:
		return set(r.ts.alloc([2]any{r.fn, f.N}, nil))
	case kClosure:
		return r.literal(i, f)
	case kOp:
		if args := r.list(f.Args); f.Name == "==" && len(args) == 2 {
			return r.ts.equal(args[0], args[1])
		}
	}
	return set(r.ts.intern(term{kind: kind(f.Kind), name: f.Name, n: f.N, args: r.list(f.Args)}))
}

// literal makes a function of another package: what it does, in terms of values that it shares with its surroundings.
func (r *factReader) literal(i int, f *FactTerm) *term {
	at := [2]any{r.fn, -1 - i}
	s := &Summary{}
	var shared []*term
	free := func(t *term) *term {
		if t == nil || t.kind == kConst || t.kind == kZero {
			return t
		}
		n := slices.Index(shared, t)
		if n < 0 {
			n = len(shared)
			shared = append(shared, t)
		}
		return r.ts.intern(term{kind: kFree, n: n, at: at})
	}
	for k := range f.Literal {
		o := r.outcome(&f.Literal[k])
		for n, e := range o.log {
			o.log[n] = e.substitute(free)
		}
		o.results = nil
		s.outcomes = append(s.outcomes, o)
	}
	t := r.ts.intern(term{kind: kClosure, at: at, args: shared})
	t.does = s
	return t
}

func (r *factReader) outcome(f *FactOutcome) outcome {
	o := outcome{results: r.list(f.Results), facts: map[*term]bool{}, equal: map[*term][]*term{}, heap: map[*term]*term{}}
	for _, t := range f.Facts {
		if x := r.at(t.Term); x != nil {
			o.facts[x] = t.Value
		}
	}
	for _, t := range f.Equal {
		if x := r.at(t.Term); x != nil {
			o.equal[x] = r.list(t.Set)
		}
	}
	for _, h := range f.Heap {
		if a, v := r.at(h[0]), r.at(h[1]); a != nil && v != nil {
			o.heap[a] = v
		}
	}
	for _, e := range f.Log {
		fn, _ := locksql.FuncByName(e.Func)
		x := effect{
			deed: deed(e.Deed), sess: r.at(e.Sess), keys: r.list(e.Keys), fn: fn, ctx: r.at(e.Ctx), value: r.at(e.Value),
			args: r.list(e.Args), pgx: e.Pgx, unsure: e.Unsure,
		}
		if x.deed == acquires {
			r.lockIDs++
			x.lock = &Lock{Func: fn, Key: e.Key, id: r.lockIDs}
		}
		if x.deed == releases {
			x.rel = &Release{Func: fn, Key: e.Key}
		}
		o.log = append(o.log, x)
	}
	return o
}
