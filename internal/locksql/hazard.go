package locksql

import pg "github.com/pganalyze/pg_query_go/v6"

// The hazard procedure. A lock call is a side effect in the middle of a query plan: how often it runs, and for which
// rows, depends on where it stands. The steps go from what is certain to what the plan decides:
//
//	0 invalid    the statement always fails
//	1 skipped    the call never runs, or not for every row
//	2            no FROM: safe, left to right
//	3 gated      a constant key beside rows
//	4 overlock   the call in a condition
//	5 overlock   the call in the SELECT list, with LIMIT and its kin; documented: LIMIT alone
//	6 overlock   the call in FROM
//	7 overlock   a level above reads more of the call's level than it returns
//	8            the order of several keys, in order.go
//
// Each step is a function; the first that speaks decides. What is claimed was measured on servers, and the tests of
// this package measure it again; what could not be decided from the text is not claimed.

// hazards runs the procedure for one call.
func (a *analysis) hazards(s site) []Hazard {
	if h := a.invalid(s); h != nil {
		return []Hazard{*h}
	}
	if h := a.skipped(s); h != nil {
		return []Hazard{*h}
	}
	at, sub := a.settle(s.spot)
	if a.constant(s) {
		if a.gated(at, sub) {
			return []Hazard{{Category: Gated, Reason: PerRow}}
		}
		if len(at.lv.rels) > 0 {
			return nil // runs once
		}
	}
	if !at.lv.reads() && at.lv.read != byArm {
		return nil // step 2
	}
	var found []Hazard
	add := func(h *Hazard) {
		if h != nil && len(found) == 0 {
			found = append(found, *h)
		}
	}
	switch at.clause {
	case inWhere, inOn, inHaving, inMergeOn:
		add(a.inCondition(s, at))
		add(a.climb(s, at, sub))
	case inTargets, inValues, inOrder, inGroup, inDistinctOn, inWindow:
		if s.fn.Action != Acquire {
			return nil // rules 1, 3 and 4 hold for releases too; the others do not
		}
		add(a.inSelectList(s, at, sub))
		add(a.climb(s, at, sub))
		add(a.sameLevelLimit(at, sub))
	case inFrom:
		if s.fn.Action != Acquire {
			return nil
		}
		add(a.inFrom(s, at))
		add(a.climb(s, at, sub))
	}
	if s.fn.Action == Acquire && s.fn.Scope == Session && a.fansOut(s, at) {
		if h := (Hazard{Category: Overlock, Reason: FanOut}); len(found) == 0 || found[0].Category == Documented {
			found = append([]Hazard{h}, found...)
		}
	}
	return found
}

// settle is step 2: it returns the spot at which the call is evaluated row by row. A level without FROM is evaluated
// once for each evaluation of the expression or FROM item that it is, so the call stands, in effect, where its level
// stands. sub says that a sub-SELECT expression was left on the way.
func (a *analysis) settle(at spot) (_ spot, sub bool) {
	for at.lv.dml == noDML && !at.lv.reads() {
		switch at.lv.read {
		case byScalar, byArray, byIn, byExists:
			at, sub = at.lv.at, true
		case byFrom:
			at = at.lv.at
		default:
			return at, sub
		}
	}
	return at, sub
}

// constant reports whether no key of the call reads a column, so that every evaluation means one lock.
func (a *analysis) constant(s site) bool {
	own, outer, unknown := a.keyColumns(s)
	return !own && !outer && !unknown
}

// gated is step 3: a constant key at a level that reads rows: the call runs once a row, or never.
func (a *analysis) gated(at spot, sub bool) bool {
	lv := at.lv
	if !lv.reads() || lv.op != noSet || len(lv.many()) == 0 && !lv.returnsSets() {
		return false
	}
	switch at.clause {
	case inTargets, inHaving, inOrder:
		return !lv.oneGroup() || anyOf(at.path, isAggregate)
	case inWhere:
		return !sub || !topTerm(at) // the sub-SELECT of a top-level term is run once, before the rows
	case inGroup, inDistinctOn, inWindow, inOn, inMergeOn, inReturning, inSet:
		return true
	}
	return false
}

// topTerm reports whether the sub-SELECT that the spot leads to is a term of the condition's own AND.
func topTerm(at spot) bool {
	return len(at.path) == 1 ||
		len(at.path) == 2 && at.path[0].GetBoolExpr().GetBoolop() == pg.BoolExprType_AND_EXPR
}

func anyOf(list []*pg.Node, f func(*pg.Node) bool) bool {
	for _, n := range list {
		if f(n) {
			return true
		}
	}
	return false
}

// cuts reports whether LIMIT or FETCH can drop rows. LIMIT ALL and LIMIT NULL drop none.
func (lv *level) cuts() bool { return lv.limit != nil && !isNull(lv.limit) }

// oneRow reports whether the level returns one row at most, whatever its clauses drop: it reads one relation by a key.
func (a *analysis) oneRow(lv *level) bool {
	var source *relation
	for _, r := range lv.rels {
		if evaluatedBeside(r) || r.exactlyOne() {
			continue
		}
		if source != nil {
			return false
		}
		source = r
	}
	if source == nil || source.fn != nil || lv.returnsSets() {
		return false
	}
	for _, term := range conjuncts(lv.where) {
		if ref, ok := a.setEqual(term, lv); ok && looksUnique(source, ref[len(ref)-1]) {
			return true
		}
	}
	return false
}

// setEqual returns the column that the term sets equal to a value that does not vary.
func (a *analysis) setEqual(term *pg.Node, lv *level) ([]string, bool) {
	e := term.GetAExpr()
	if e == nil || e.Kind != pg.A_Expr_Kind_AEXPR_OP {
		return nil, false
	}
	if _, op := qualifiedName(e.Name); op != "=" {
		return nil, false
	}
	for _, side := range [][2]*pg.Node{{e.Lexpr, e.Rexpr}, {e.Rexpr, e.Lexpr}} {
		if ref := refNames(side[0].GetColumnRef()); len(ref) > 0 && !a.varies(side[1], lv) {
			return ref, true
		}
	}
	return nil, false
}

// skips reports whether the level drops rows by OFFSET. A constant 0 drops none.
func (lv *level) skips() bool {
	n := integer(lv.offset)
	return lv.offset != nil && (n == nil || *n != 0)
}

// drops reports whether the level drops rows after it has read them all or in part: by OFFSET, WITH TIES or a row lock, or
// by DISTINCT ON something else than the key.
func (a *analysis) drops(s site, lv *level) bool {
	return lv.skips() || lv.ties || lv.rowLock || len(lv.on) > 0 && !a.ordersKey(s, lv, lv.on)
}

// counts fills in the row counts of the level.
func (h Hazard) counts(lv *level) *Hazard {
	h.Limit, h.Offset = integer(lv.limit), integer(lv.offset)
	return &h
}
