package lockflow

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A Summary is what a function does to the locks and sessions of its callers: one outcome for each way in which it can
// end. It speaks of the function's parameters, of package variables, and of what the function makes.
type Summary struct {
	outcomes []outcome
	fn       *ssa.Function // nil if the function belongs to another package
}

// An outcome is one way in which a function can end.
type outcome struct {
	results []*term
	facts   map[*term]bool
	equal   map[*term][]*term
	heap    map[*term]*term
	log     []effect
}

// matters reports whether callers need to know of the function.
func (s *Summary) matters() bool {
	return s.does(acquires, releases, releaseAll, givesBack, ends, calls) || slices.ContainsFunc(s.outcomes, func(o outcome) bool {
		return len(o.heap) > 0 || slices.ContainsFunc(o.results, func(t *term) bool { return t.kind == kClosure })
	})
}

// does reports whether any outcome has one of the effects.
func (s *Summary) does(deeds ...deed) bool {
	for _, o := range s.outcomes {
		for _, e := range o.log {
			if slices.Contains(deeds, e.deed) {
				return true
			}
		}
	}
	return false
}

// agrees reports whether two functions do the same to the locks of their callers.
func (s *Summary) agrees(o *Summary) bool { return s.shape() == o.shape() }

// shape describes a summary without the places in which things happen.
func (s *Summary) shape() string {
	var all []string
	for _, o := range s.outcomes {
		var b strings.Builder
		for _, e := range o.log {
			b.WriteString(strconv.Itoa(int(e.deed)) + e.fn.Name + ";")
		}
		if k := b.String(); !slices.Contains(all, k) {
			all = append(all, k)
		}
	}
	slices.Sort(all)
	return strings.Join(all, "|")
}

// summary follows a function, if that was not done yet. It returns nil for a function that is being followed, is past a
// bound, or has nothing to do with locks.
func (e *engine) summary(fn *ssa.Function) *Summary {
	if s, ok := e.summaries[fn]; ok {
		return s
	}
	if e.busy[fn] || fn.Blocks == nil || !e.relevant[fn] && !e.worthKnowing(fn) {
		return nil
	}
	e.busy[fn] = true
	defer delete(e.busy, fn)
	r, st := newRun(e, fn), newState(e, fn)
	for i, p := range fn.Params {
		st.frame.env[p] = e.ts.param(i, p.Type())
	}
	for i, v := range fn.FreeVars {
		st.frame.env[v] = e.ts.free(fn, i)
	}
	exits := r.body(st)
	if r.over {
		e.result.Bounded++
		e.summaries[fn] = nil
		return nil
	}
	leaked := r.judge(exits)
	r.notePlaces(exits)
	r.noteAgain(exits)
	s := r.summarize(exits, leaked)
	e.summaries[fn] = s
	return s
}

func newRun(e *engine, fn *ssa.Function) *run {
	return &run{
		engine: e, top: fn,
		locks: map[lockID]*Lock{}, rels: map[relID]*Release{}, backs: map[token.Pos]*GiveBack{}, pools: map[*term]*term{},
	}
}

func newState(e *engine, fn *ssa.Function) *state {
	return &state{
		frame: &frame{fn: fn, env: map[ssa.Value]*term{}}, unknown: e.unknown,
		heap: map[*term]*term{}, facts: map[*term]bool{}, equal: map[*term][]*term{}, ended: map[*term]ending{},
		rows: map[*term]*waiting{}, handed: map[*term]bool{}, done: map[*Lock]bool{}, doubts: map[*term]*Lock{}, lost: map[*term]*Lock{}, passed: map[any]bool{},
	}
}

// worthKnowing reports whether a function that touches no locks may hand out or keep a handle: a constructor.
func (e *engine) worthKnowing(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if fn.Parent() != nil || results.Len() == 0 {
		return false
	}
	if _, ok := results.At(0).Type().Underlying().(*types.Basic); ok || isError(results.At(0).Type()) {
		return false
	}
	params := fn.Signature.Params()
	for i := range params.Len() {
		t := params.At(i).Type()
		if e.Table.Of(t).Class != session.Unknown || types.IsInterface(t) && !isContext(t) {
			return true
		}
	}
	return fn.Signature.Recv() != nil && params.Len() == 0
}

// summarize makes the summary of a function from the ends of its paths. Locks that are reported to have leaked are not
// the callers' business.
func (r *run) summarize(exits []exit, leaked map[leakAt]bool) *Summary {
	s := &Summary{fn: r.top}
	seen := map[string]bool{}
	for _, x := range exits {
		o := outcome{results: x.results, facts: map[*term]bool{}, equal: map[*term][]*term{}, heap: map[*term]*term{}}
		calling := slices.ContainsFunc(x.st.log, func(e effect) bool { return e.deed == calls })
		for _, e := range x.st.log {
			if e.lock != nil && (leaked[leakAt{x.st, e.lock}] || e.lock.excused) {
				continue
			}
			if e.deed == acquires {
				for _, h := range x.st.locks {
					if h.lock == e.lock {
						e.unsure = h.unsure // as it turned out
					}
				}
			}
			if r.concerns(x, e) || calling && e.deed != handsOn {
				o.log = append(o.log, e)
			}
		}
		r.reachable(x, true, func(a, v *term) { o.heap[a] = v })
		visible := map[*term]bool{}
		for _, t := range x.results {
			visible[t] = true
		}
		for _, t := range o.heap {
			visible[t] = true
		}
		for t, v := range x.st.facts {
			if t.deep <= 6 && told(t, visible) {
				o.facts[t] = v
			}
		}
		for t, set := range x.st.equal {
			if t.deep <= 6 && told(t, visible) {
				o.equal[t] = set
			}
		}
		k := o.key()
		if !seen[k] {
			seen[k] = true
			s.outcomes = append(s.outcomes, o)
		}
	}
	if len(s.outcomes) > maxOutcomes {
		s.outcomes = s.coarse()
	}
	if len(s.outcomes) > maxOutcomes {
		r.result.Bounded++
		return nil
	}
	return s
}

// concerns reports whether an effect is on something that the callers can get hold of.
func (r *run) concerns(x exit, e effect) bool {
	switch e.deed {
	case calls:
		return true
	case handsOn:
		return e.sess.callers()
	}
	if e.sess.callers() {
		return true
	}
	return r.reaches(x, e.sess)
}

// reaches reports whether a value can be reached from the results, or from what belongs to the callers.
func (r *run) reaches(x exit, t *term) bool {
	found := false
	check := func(v *term) { found = found || v.has(t) }
	for _, v := range x.results {
		check(v)
	}
	r.reachable(x, true, func(_, v *term) { check(v) })
	return found
}

// reachable visits what can be reached from the results, and, if so asked, from what belongs to the callers.
func (r *run) reachable(x exit, callers bool, visit func(addr, value *term)) {
	seen := map[*term]bool{}
	var todo []*term
	push := func(t *term) {
		var walk func(t *term)
		walk = func(t *term) {
			if !seen[t] {
				seen[t] = true
				todo = append(todo, t)
				for _, a := range t.args {
					walk(a)
				}
			}
		}
		walk(t)
	}
	for _, v := range x.results {
		push(v)
	}
	for a, v := range x.st.heap {
		if callers && a.callers() {
			visit(a, v)
			push(v)
		}
	}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for a, v := range x.st.heap {
			if !a.callers() && (a == t || a.root() == t) {
				visit(a, v)
				push(v)
			}
		}
	}
}

// told reports whether a fact means something to callers: it speaks of what they know, or get.
func told(t *term, visible map[*term]bool) bool {
	if visible[t] {
		return true
	}
	switch t.kind {
	case kMade, kAlloc, kMerged, kVia, kOld, kFree, kClosure:
		return false
	}
	for _, a := range t.args {
		if !told(a, visible) {
			return false
		}
	}
	return true
}

// key tells outcomes apart.
func (o *outcome) key() string {
	var b strings.Builder
	for _, t := range o.results {
		b.WriteString(strconv.Itoa(t.id) + ",")
	}
	b.WriteByte('/')
	for _, e := range o.log {
		b.WriteString(e.key() + ";")
	}
	lines := make([]string, 0, len(o.facts)+len(o.heap))
	for t, v := range o.facts {
		lines = append(lines, strconv.Itoa(t.id)+strconv.FormatBool(v))
	}
	for t, set := range o.equal {
		line := strconv.Itoa(t.id) + "in"
		for _, c := range set {
			line += strconv.Itoa(c.id) + ","
		}
		lines = append(lines, line)
	}
	for a, v := range o.heap {
		lines = append(lines, strconv.Itoa(a.id)+"="+strconv.Itoa(v.id))
	}
	slices.Sort(lines)
	return b.String() + "/" + strings.Join(lines, ",")
}

// coarse merges outcomes that do the same to locks and tell the same by their results.
func (s *Summary) coarse() []outcome {
	seen := map[string]int{}
	var out []outcome
	for _, o := range s.outcomes {
		var b strings.Builder
		for _, e := range o.log {
			b.WriteString(e.key() + ";")
		}
		for _, t := range o.results {
			switch {
			case t.kind == kConst || t.kind == kZero || t.kind == kClosure:
				b.WriteString(strconv.Itoa(t.id))
			default:
				b.WriteByte('?')
			}
			b.WriteByte(',')
		}
		k := b.String()
		if i, ok := seen[k]; ok {
			for t, v := range out[i].facts {
				if w, ok := o.facts[t]; !ok || v != w {
					delete(out[i].facts, t)
				}
			}
			continue
		}
		seen[k] = len(out)
		out = append(out, o)
	}
	return out
}
