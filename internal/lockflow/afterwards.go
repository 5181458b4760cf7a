package lockflow

import "go/types"

// afterwards calls the functions that each exit returns, or leaves where others can call them, as someone will in the
// end. What they release counts, and whether they release what was locked. It returns their ends.
func (r *run) afterwards(exits []exit) []exit {
	var ends []exit
	for _, x := range exits {
		if len(x.st.locks) == 0 {
			continue
		}
		seen := map[*term]bool{}
		call := func(lit *term) {
			if lit.kind != kClosure || lit.does != nil || seen[lit] || r.over {
				return
			}
			seen[lit] = true
			more, ok := r.enter(x.st.clone(), lit, r.givenTo(lit))
			if ok && !r.over {
				ends = append(ends, more...)
			}
		}
		for _, v := range x.results {
			call(v)
		}
		r.reachable(x, true, func(_, v *term) { call(v) })
	}
	return ends
}

// judgeLater decides about the ends of functions that are called later.
func (r *run) judgeLater(ends []exit) {
	for _, y := range ends {
		for _, h := range y.st.locks {
			if h.lock.excused || h.unsure || h.back == nil {
				continue
			}
			switch {
			case h.failed != nil:
				r.report(Finding{Kind: Context, Pos: h.failed.Pos, Lock: h.lock, Release: h.failed, Back: h.back, In: r.top.Name()})
			case !r.owed(h) && !r.hook:
				r.report(Finding{Kind: Gives, Pos: h.back.Pos, Lock: h.lock, Back: h.back, In: r.top.Name()})
			}
		}
	}
}

// givenTo returns arguments for a function that nobody knows how is called.
func (r *run) givenTo(lit *term) []*term {
	sig, ok := lit.typ.Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	args := make([]*term, sig.Params().Len())
	for i := range args {
		typ := sig.Params().At(i).Type()
		args[i] = r.ts.op("given", typ, r.ts.made(lit.at, i, typ))
	}
	return args
}
