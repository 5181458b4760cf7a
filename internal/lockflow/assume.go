package lockflow

import "slices"

// assume notes that a truth value is as given, and reports whether that can be.
func (r *run) assume(st *state, cond *term, truth bool) bool {
	switch {
	case cond == r.ts.trueTerm:
		return truth
	case cond == r.ts.falseTerm:
		return !truth
	case cond.kind == kOp && cond.name == "!":
		return r.assume(st, cond.args[0], !truth)
	}
	if known, ok := r.truth(st, cond); ok {
		return known == truth
	}
	st.facts[cond] = truth
	if cond.kind == kOp && cond.name == "==" {
		a, b := cond.args[0], cond.args[1]
		if b.kind == kConst || b == r.ts.nilTerm {
			a, b = b, a
		}
		// a is the constant, if any is
		if a.kind == kConst {
			return st.narrow(b, a, truth)
		}
		return true
	}
	if truth && cond.kind == kOp && (cond.name == "call errors.Is" || cond.name == "call errors.As") && len(cond.args) == 2 {
		return r.assume(st, r.ts.equal(cond.args[0], r.ts.nilTerm), cond.args[1] == r.ts.nilTerm)
	}
	return true
}

// truth returns a truth value that is known.
func (r *run) truth(st *state, cond *term) (value, known bool) {
	switch {
	case cond == r.ts.trueTerm:
		return true, true
	case cond == r.ts.falseTerm:
		return false, true
	case cond.kind == kOp && cond.name == "!":
		value, known = r.truth(st, cond.args[0])
		return !value, known
	}
	if v, ok := st.facts[cond]; ok {
		return v, true
	}
	if cond.kind == kOp && cond.name == "==" {
		a, b := cond.args[0], cond.args[1]
		if b.kind == kConst {
			a, b = b, a
		}
		if set := st.equal[b]; a.kind == kConst && set != nil {
			switch {
			case !slices.Contains(set, a):
				return false, true
			case len(set) == 1:
				return true, true
			}
		}
		if a == r.ts.nilTerm && r.isNonNil(st, b) || b == r.ts.nilTerm && r.isNonNil(st, a) {
			return false, true
		}
	}
	return false, false
}

// narrow notes that a value is, or is not, a constant, and reports whether that can be.
func (s *state) narrow(t, c *term, is bool) bool {
	set, known := s.equal[t]
	switch {
	case is && known && !slices.Contains(set, c):
		return false
	case is:
		s.equal[t] = []*term{c}
	case known:
		rest := slices.DeleteFunc(slices.Clone(set), func(o *term) bool { return o == c })
		s.equal[t] = rest
		return len(rest) > 0
	}
	return true
}

// isNonNil reports whether a value is known not to be nil.
func (r *run) isNonNil(st *state, t *term) bool {
	if t.nonNil() {
		return true
	}
	if v, ok := st.facts[r.ts.equal(t, r.ts.nilTerm)]; ok {
		return !v
	}
	return t.kind == kView && r.isNonNil(st, t.args[0])
}

// isNil reports whether a value is known to be nil.
func (r *run) isNil(st *state, t *term) bool {
	if t == r.ts.nilTerm {
		return true
	}
	v, ok := st.facts[r.ts.equal(t, r.ts.nilTerm)]
	return ok && v
}

// let sets a truth value that was decided on, without asking whether it can be: the value is new.
func (r *run) let(st *state, t *term, truth bool) {
	for t.kind == kOp && t.name == "!" {
		t, truth = t.args[0], !truth
	}
	if t != r.ts.trueTerm && t != r.ts.falseTerm {
		st.facts[t] = truth
	}
}

// letNil says whether a new value is nil.
func (r *run) letNil(st *state, t *term, isNil bool) { r.let(st, r.ts.equal(t, r.ts.nilTerm), isNil) }
