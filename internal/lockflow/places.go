package lockflow

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// A place is a field of a type, or a package variable, in which a session is kept from one function to the next. What
// one function leaves locked there, another one has to release. Two values of one type are not told apart.
type place struct {
	taken    []kept
	released []kept
	backs    []*GiveBack
	again    []*Lock // taken while the flag was set that says that they are held
	ended    bool    // or what is kept there is also kept elsewhere, so that not all that happens to it is seen
}

// kept is an acquisition or a release on a session in a place.
type kept struct {
	lock *Lock
	rel  *Release
	fn   locksql.Func
	all  bool
	keys []*term
	in   string
	pool bool // the connection belongs to a pool
}

func (e *engine) place(name string) *place {
	p := e.places[name]
	if p == nil {
		p = &place{}
		e.places[name] = p
	}
	return p
}

// placeOf names the place that an address is, "" if it is none.
func placeOf(addr *term) string {
	switch addr.kind {
	case kGlobal:
		return "var " + addr.name
	case kAddr:
		if base := addr.args[0]; base.typ != nil {
			return types.TypeString(elem(base.typ), nil) + "." + addr.name
		}
	}
	return ""
}

// kept names the place that a session came from when the function began.
func keptIn(sess *term) string {
	if sess.kind == kOp && sess.name[0] == '.' && sess.args[0].typ != nil { // of a receiver that is no pointer
		return types.TypeString(sess.args[0].typ, nil) + sess.name
	}
	if sess.kind != kLoad {
		return ""
	}
	return placeOf(sess.args[0])
}

// notePlaces notes what a function does to the sessions that are kept in places.
func (r *run) notePlaces(exits []exit) {
	for _, x := range exits {
		stored := map[*term]string{}
		for a, v := range x.st.heap {
			if a.callers() {
				if p := placeOf(a); p != "" {
					stored[v] = p
					r.moves(v, p)
				}
			}
		}
		for _, v := range x.results {
			r.moves(v, "")
		}
		for t := range x.st.handed {
			r.moves(t, "")
		}
		for _, h := range x.st.locks {
			p := cmp.Or(keptIn(h.sess), stored[h.sess])
			if p == "" || h.lock.Func.Scope != locksql.Session || h.lock.excused || h.unsure || r.verdict(x) == fails {
				continue
			}
			k := kept{lock: h.lock, fn: h.lock.Func, keys: r.own(h.keys), in: r.top.Name(), pool: r.pooled(h.sess)}
			pl := r.place(p)
			if !slices.ContainsFunc(pl.taken, func(o kept) bool { return o.lock == k.lock }) {
				pl.taken = append(pl.taken, k)
			}
		}
		for _, e := range x.st.log {
			p := ""
			if e.sess != nil {
				p = keptIn(e.sess)
			}
			if p == "" {
				continue
			}
			switch e.deed {
			case releases, releaseAll:
				r.place(p).released = append(r.place(p).released,
					kept{rel: e.rel, fn: e.fn, all: e.deed == releaseAll, keys: r.own(e.keys), in: r.top.Name()})
			case givesBack:
				if b := r.backs[e.pos]; b != nil && !slices.Contains(r.place(p).backs, b) {
					r.place(p).backs = append(r.place(p).backs, b)
				}
			case ends:
				r.place(p).ended = true
			}
		}
	}
	for _, e := range r.attempts {
		if p := keptIn(e.sess); p != "" {
			r.place(p).released = append(r.place(p).released,
				kept{rel: e.rel, fn: e.fn, all: e.deed == releaseAll, keys: r.own(e.keys), in: r.top.Name()})
		}
	}
}

// noteAgain notes the locks that a function takes although a flag says that they are held: the flag that it sets when it
// has taken them.
func (r *run) noteAgain(exits []exit) {
	set := map[*term]bool{}
	for _, x := range exits {
		for a, v := range x.st.heap {
			if v == r.ts.trueTerm && a.callers() && len(x.st.locks) > 0 {
				set[a] = true
			}
		}
	}
	for _, x := range exits {
		if r.verdict(x) == fails || !slices.ContainsFunc(x.st.asked, func(t *term) bool { return set[t.args[0]] }) {
			continue
		}
		for _, h := range x.st.locks {
			for a, v := range x.st.heap {
				if v == h.sess && a.callers() && !h.unsure {
					r.place(placeOf(a)).again = append(r.place(placeOf(a)).again, h.lock)
				}
			}
			if p := keptIn(h.sess); p != "" && !h.unsure {
				r.place(p).again = append(r.place(p).again, h.lock)
			}
		}
	}
}

// moves notes that what is kept in one place gets to another.
func (r *run) moves(v *term, to string) {
	for t := sessionOf(v); ; t = t.args[0] {
		if p := keptIn(t); p != "" && p != to {
			r.place(p).ended = true
		}
		if t.kind != kLoad && t.kind != kAddr && t.kind != kView {
			return
		}
	}
}

// own writes keys in a form in which those of two methods of one type can be compared: in terms of their receiver.
func (r *run) own(keys []*term) []*term {
	out := make([]*term, len(keys))
	for i, k := range keys {
		out[i] = r.ts.rewrite(k, func(t *term) *term {
			switch t.kind {
			case kParam, kFree:
				if t.kind == kParam && t.n == 0 && r.top.Signature.Recv() != nil {
					return r.ts.intern(term{kind: kParam, at: types.TypeString(t.typ, nil), typ: t.typ})
				}
				return r.unknown
			case kLoad:
				if t.args[0].kind == kFree && t.typ != nil { // the receiver, as a literal has it
					return r.ts.intern(term{kind: kParam, at: types.TypeString(t.typ, nil), typ: t.typ})
				}
			case kMade, kVia, kMerged, kOld, kAlloc:
				return r.unknown
			}
			return nil
		})
	}
	return out
}

// judgePlaces decides about the locks that are left in places.
func (e *engine) judgePlaces() {
	r := newRun(e, nil)
	names := make([]string, 0, len(e.places))
	for name := range e.places {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		p := e.places[name]
		for _, l := range p.again {
			if len(p.released) > 0 && !slices.ContainsFunc(p.released, func(k kept) bool { return k.all }) && !l.excused {
				l.excused = true
				e.report(Finding{Kind: Reentry, Pos: l.Pos, Lock: l, First: l})
			}
		}
		if p.mismatched(r) || p.ended || len(p.released) > 0 {
			continue
		}
		for _, k := range p.taken {
			switch {
			case k.lock.excused || !k.pool || e.hook:
			case len(p.backs) > 0:
				b := slices.MinFunc(p.backs, func(a, b *GiveBack) int { return cmp.Compare(a.Pos, b.Pos) })
				e.report(Finding{Kind: Gives, Pos: b.Pos, Lock: k.lock, Back: b, In: k.in})
			case e.Package.Pkg.Name() != "main":
				e.report(Finding{Kind: Never, Pos: k.lock.Pos, Lock: k.lock, In: k.in})
			}
		}
	}
}

// onceEach drops what is told at a call, and is told in the function that is called as well: there it is to be mended.
func (e *engine) onceEach() {
	releases, backs := map[*Release]bool{}, map[token.Pos]bool{}
	for _, f := range e.result.Findings {
		switch f.Kind {
		case Mismatch, Context:
			releases[f.Release] = true
		case Gives:
			backs[f.Pos] = true
		}
	}
	e.result.Findings = slices.DeleteFunc(e.result.Findings, func(f Finding) bool {
		switch f.Kind {
		case Mismatch, Context:
			for o := f.Release.origin; o != nil; o = o.origin {
				if releases[o] {
					return true
				}
			}
		case Gives:
			return f.Back != nil && f.Back.origin.IsValid() && backs[f.Back.origin]
		}
		return false
	})
	slices.SortStableFunc(e.result.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Kind, b.Kind))
	})
}

// mismatched reports the releases of a place that match none of its locks, while none of its locks has another release.
func (p *place) mismatched(r *run) bool {
	match := func(a, b kept) string {
		switch {
		case b.all:
			return ""
		case a.fn.Mode != b.fn.Mode:
			return "mode"
		case len(a.keys) != len(b.keys) && len(a.keys) > 0 && len(b.keys) > 0:
			return "space"
		case !r.keysMatch(a.keys, b.keys):
			return "key"
		}
		return ""
	}
	found := false
	for _, rel := range p.released {
		if rel.rel == nil || rel.rel.matched || len(p.taken) == 0 {
			continue
		}
		why, lock := "", (*Lock)(nil)
		for _, k := range p.taken {
			w := match(k, rel)
			if w == "" || k.lock.excused || slices.ContainsFunc(p.released, func(o kept) bool { return match(k, o) == "" }) {
				why = ""
				break
			}
			why, lock = w, k.lock
		}
		if why != "" {
			found = true
			r.report(Finding{Kind: Mismatch, Pos: rel.rel.Pos, Lock: lock, Release: rel.rel, In: rel.in, Why: why})
		}
	}
	return found
}
