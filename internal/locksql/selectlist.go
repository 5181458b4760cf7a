package locksql

import pg "github.com/pganalyze/pg_query_go/v6"

// inSelectList is step 5: a call in the SELECT list runs for the rows that leave the level, and for those that OFFSET,
// WITH TIES or a row lock drop after it. Its result must not be what rows are chosen by.
func (a *analysis) inSelectList(s site, at spot, sub bool) *Hazard {
	lv := at.lv
	cut := lv.cuts() || lv.skips()
	over := func(r Reason) *Hazard { return (Hazard{Category: Overlock, Reason: r, Subject: lv.tail()}).counts(lv) }
	switch {
	case anyOf(at.path, isAggregate), anyOf(at.path, isWindow), at.clause == inWindow:
		if cut || lv.having != nil && len(lv.group) > 0 {
			return over(FeedsAggregate)
		}
		return nil
	case lv.skips():
		return over(OffsetRows)
	case a.oneRow(lv):
		return nil
	case lv.ties:
		return over(TiesRow)
	case lv.rowLock:
		return over(RowLock)
	case sub && len(lv.on) > 0 && !a.ordersKey(s, lv, lv.on):
		return over(SubSelectLimit)
	case sub && lv.cuts() && (len(lv.order) > 0 || lv.unique || len(lv.on) > 0):
		return over(SubSelectLimit)
	case lv.cuts() && feeds(at):
		return over(FeedsSort)
	}
	return nil
}

// feeds reports whether the call's result decides the order, the grouping or the distinctness of rows.
func feeds(at spot) bool {
	lv := at.lv
	switch at.clause {
	case inOrder, inGroup, inDistinctOn:
		return true
	}
	if lv.unique {
		return true
	}
	for _, list := range [][]*pg.Node{lv.order, lv.group, lv.on} {
		for _, n := range list {
			if names(n, lv, at.root()) {
				return true
			}
		}
	}
	return false
}

// sameLevelLimit is the end of step 5: LIMIT beside the call. Every plan tried computed the SELECT list after LIMIT and
// above ORDER BY; section 13.3.5 of the manual says that nothing guarantees it. A derived table is its own fence, and a
// grouped level computes its list group by group. ORDER BY alone is for readers who want the manual's letter.
func (a *analysis) sameLevelLimit(at spot, sub bool) *Hazard {
	lv := at.lv
	if at.clause != inTargets && at.clause != inValues || sub || anyOf(at.path, isAggregate) || anyOf(at.path, isWindow) {
		return nil
	}
	switch {
	case lv.read == byFrom, lv.oneGroup(), a.oneRow(lv), len(lv.many()) == 0 && lv.rows == 0 && !lv.returnsSets():
		return nil
	case lv.limit != nil && !(lv.grouped() && len(lv.order) == 0):
		return (Hazard{Category: Documented, Reason: SameLevelLimit, Subject: lv.tail()}).counts(lv)
	case lv.limit == nil && len(lv.order) > 0:
		return &Hazard{Category: Documented, Reason: OrderOnly, Strict: true}
	}
	return nil
}

// inFrom is step 6: a call in a FROM item that is evaluated for each row beside it is exact while that row comes from
// one relation, and nothing drops rows afterwards. Testing the call's own result is what it is for.
func (a *analysis) inFrom(s site, at spot) *Hazard {
	lv := at.lv
	over := func(subject string) *Hazard {
		return (Hazard{Category: Overlock, Reason: FromItem, Subject: subject}).counts(lv)
	}
	if a.oneRow(lv) && !lv.skips() {
		return nil
	}
	if lv.cuts() && lv.sorts() || lv.having != nil || a.drops(s, lv) {
		return over(lv.tail())
	}
	others := 0
	for _, r := range lv.many() {
		if r.node == nil || !contains(r.node, s.path[len(s.path)-1]) {
			others++
		}
	}
	if others > 1 {
		return over("a third relation")
	}
	for _, n := range conditionsOf(lv) {
		if hasSubSelect(n) && a.condition(n, lv) {
			return over(a.snippet(n))
		}
	}
	// A call in the WHERE of the item joins the conditions of the level.
	if s.clause == inWhere {
		for _, n := range conditionsOf(lv) {
			if a.condition(n, lv) {
				return &Hazard{Category: Overlock, Reason: BesideCondition, Subject: a.snippet(n)}
			}
		}
	}
	return nil
}

func hasSubSelect(n *pg.Node) bool {
	return has(n, func(n *pg.Node) bool { return n.GetSubLink() != nil })
}
