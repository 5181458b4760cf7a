package locksql

import pg "github.com/pganalyze/pg_query_go/v6"

// unordered is step 8: whether a waiting call locks several keys in an order that the plan decides. The order is fixed
// by ORDER BY on a unique key at the call's level, or in the one derived table that it reads without a join between; by
// a window in that order; or by the input order of a lone list of values.
func (a *analysis) unordered(s site) bool {
	if !s.fn.Waits() {
		return false
	}
	at, _ := a.settle(s.spot)
	lv := at.lv
	own, outer, unknown := a.keyColumns(s)
	if !lv.reads() || lv.op != noSet || !own && !outer || unknown || a.oneKey(s, lv) {
		return false
	}
	if len(lv.rels) == 0 {
		return false // a set-returning function alone: input order
	}
	switch at.clause {
	case inTargets:
		if a.ordersKey(s, lv, lv.order) || a.windowOrders(s, lv) {
			return false
		}
		return len(lv.group) > 0 || !a.inputOrdered(s, lv, lv.rels)
	case inWhere, inOn, inHaving:
		return !a.inputOrdered(s, lv, lv.rels) || !a.fence(lv.rels[0])
	case inFrom:
		var others []*relation
		for _, r := range lv.rels {
			if r.node == nil || !contains(r.node, s.path[len(s.path)-1]) && !a.holds(r, s) {
				others = append(others, r)
			}
		}
		return !a.inputOrdered(s, lv, others)
	case inReturning, inSet:
		return true
	}
	return false
}

// holds reports whether the call stands in the derived table r.
func (a *analysis) holds(r *relation, s site) bool { return r.sub != nil && below(s.lv, r.sub) }

// oneKey reports whether the level locks one key at most: one row, or the key set equal to a value.
func (a *analysis) oneKey(s site, lv *level) bool {
	if n := integer(lv.limit); n != nil && *n <= 1 || lv.oneGroup() && !anyOf(s.path, isAggregate) || len(lv.many()) == 0 {
		return true
	}
	for _, term := range conjuncts(lv.where) {
		if ref, ok := a.setEqual(term, lv); ok && a.isKey(s, ref) {
			return true
		}
	}
	return a.oneRow(lv)
}

// isKey reports whether the column is the whole key of the call.
func (a *analysis) isKey(s site, ref []string) bool {
	if len(s.call.Args) != 1 {
		return false
	}
	key := refNames(s.call.Args[0].GetColumnRef())
	return len(key) > 0 && key[len(key)-1] == ref[len(ref)-1]
}

// ordersKey reports whether the sort list fixes the order of the call's keys: it holds a column that looks unique, or
// every column that the keys read.
func (a *analysis) ordersKey(s site, lv *level, list []*pg.Node) bool {
	sorted := map[string]bool{}
	for _, item := range list {
		n := item
		if sort := item.GetSortBy(); sort != nil {
			n = sort.Node
		}
		for _, t := range lv.targets {
			if names(n, lv, t) {
				sorted[outputName(t)] = true
				n = t.GetResTarget().GetVal()
				break
			}
		}
		if ref := refNames(n.GetColumnRef()); len(ref) > 0 {
			sorted[ref[len(ref)-1]] = true
		}
		if f := functionName(n); f != "" && len(s.call.Args) == 1 && f == functionName(s.call.Args[0]) {
			return true
		}
	}
	return a.covered(s, sorted)
}

func (a *analysis) covered(s site, sorted map[string]bool) bool {
	for name := range sorted {
		if looksUnique(&relation{}, name) {
			return true
		}
	}
	all, some := true, false
	for _, arg := range s.call.Args {
		a.columns(arg, s.lv, func(ref *pg.ColumnRef, _ *level) {
			ref2 := refNames(ref)
			some = true
			all = all && len(ref2) > 0 && sorted[ref2[len(ref2)-1]]
		})
	}
	return all && some
}

// windowOrders reports whether a window function sorts the rows of the level by the call's keys.
func (a *analysis) windowOrders(s site, lv *level) bool {
	found := false
	for _, t := range lv.targets {
		visit(t, func(n *pg.Node) bool {
			if w := n.GetFuncCall().GetOver(); w != nil {
				list := append(append([]*pg.Node{}, w.PartitionClause...), w.OrderClause...)
				found = found || a.ordersKey(s, lv, list)
			}
			return n.GetSubLink() == nil
		})
	}
	return found
}

// inputOrdered reports whether the relations are one that delivers its rows in an order of its own: a list of values,
// or a derived table that is ordered, with no semi-join at lv.
func (a *analysis) inputOrdered(s site, lv *level, rels []*relation) bool {
	if len(rels) != 1 || lv.unique {
		return false
	}
	for _, n := range conditionsOf(lv) {
		if hasSubSelect(n) {
			return false
		}
	}
	r := rels[0]
	if r.fn != nil {
		return setNames[functionName(r.fn)]
	}
	sub := r.query()
	switch {
	case sub == nil:
		return false
	case sub.rows > 0:
		return true
	case sub.op != noSet || sub.dml != noDML:
		return len(sub.order) > 0 && a.ordersKey(s, sub, sub.order)
	}
	if a.ordersKey(s, sub, sub.order) || a.windowOrders(s, sub) {
		return true
	}
	return len(sub.order) == 0 && !sub.sorts() && a.inputOrdered(s, sub, sub.rels)
}
