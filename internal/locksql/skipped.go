package locksql

import pg "github.com/pganalyze/pg_query_go/v6"

// skipped is step 1: the call does not run, or not for all the rows it is written for.
func (a *analysis) skipped(s site) *Hazard {
	for _, arg := range s.call.Args {
		if isNull(arg) {
			return &Hazard{Category: Skipped, Reason: NullKey} // STRICT: no lock, no error
		}
	}
	at := s.spot
	for at.lv != nil {
		lv := at.lv
		switch lv.read {
		case byExists:
			if a.dropped(s, at) {
				return &Hazard{Category: Skipped, Reason: UnderExists}
			}
		case byCTE:
			if lv.dml != noDML {
				return nil // always runs, whole
			}
			if len(a.live(lv.cte)) == 0 {
				return &Hazard{Category: Skipped, Reason: Unreferenced, Subject: lv.cte.name}
			}
			if h := a.readPartly(s, lv); h != nil {
				return h
			}
			if len(lv.cte.refs) > 1 {
				return nil
			}
			at = spot{lv: lv.cte.refs[0].lv, clause: inFrom}
			if h := a.maybeUnread(s, lv, lv.cte.refs[0]); h != nil {
				return h
			}
			continue
		case byFrom:
			if r := relationOf(lv); r != nil {
				if h := a.maybeUnread(s, lv, r); h != nil {
					return h
				}
			}
		}
		at = lv.at
	}
	return a.functionUnread(s)
}

// dropped reports whether EXISTS keeps the call from running: it drops the SELECT list of its query, and stops at the
// first row.
func (a *analysis) dropped(s site, at spot) bool {
	lv := at.lv
	switch at.clause {
	case inTargets:
		kept := lv.grouped() || lv.usesWindows() || lv.returnsSets() || lv.skips() || lv.rowLock
		return !kept || lv.reads() && !lv.oneGroup()
	case inFrom:
		return !s.lv.exactlyOne()
	case inArm:
		return true
	}
	return false
}

// live returns the references to a CTE that can run: those that do not stand in a CTE that nothing reads.
func (a *analysis) live(c *cte) []*relation {
	var out []*relation
	for _, r := range c.refs {
		dead := false
		for lv := r.lv; lv != nil; lv = lv.at.lv {
			if lv.read == byCTE && lv.dml == noDML && lv.cte != c && len(a.live(lv.cte)) == 0 {
				dead = true
			}
		}
		if !dead {
			out = append(out, r)
		}
	}
	return out
}

// readPartly: rows of a CTE are computed as they are read, and LIMIT stops reading. A level that tests the lock's own
// result means just that: it wants as many locks as it needs.
func (a *analysis) readPartly(s site, lv *level) *Hazard {
	if len(lv.cte.refs) != 1 || s.clause != inTargets || lv.exactlyOne() {
		return nil
	}
	r := lv.cte.refs[0]
	reader := r.lv
	if !reader.cuts() || reader.sorts() || a.testsOwn(reader, r, resultName(s)) {
		return nil
	}
	return (Hazard{Category: Skipped, Reason: ReadPartly, Subject: lv.cte.name}).counts(reader)
}

// maybeUnread: a one-row lock source that is joined to rows is read only if there are rows, and a derived table on the
// side of an outer join that may be missing is asked only for the rows that the join needs.
func (a *analysis) maybeUnread(s site, lv *level, r *relation) *Hazard {
	reader := r.lv
	others := false
	for _, o := range reader.many() {
		others = others || o != r && (o.cte == nil || o.cte != r.cte)
	}
	if !others || a.testsOwn(reader, r, resultName(s)) {
		return nil
	}
	constant := a.constant(s) && !lv.reads() && s.lv == lv
	pushed := r.nullable && !a.constant(s) && len(lv.many()) > 0 && !lv.limited() && s.clause == inTargets
	if constant && len(reader.many()) > 0 || pushed {
		return &Hazard{Category: Skipped, Reason: MaybeUnread, Subject: r.name}
	}
	return nil
}

// functionUnread is maybeUnread for a lock function that stands in FROM itself.
func (a *analysis) functionUnread(s site) *Hazard {
	if s.clause != inFrom || s.fn.Action != Acquire {
		return nil
	}
	if !a.constant(s) || len(s.lv.many()) == 0 {
		return nil
	}
	for _, r := range s.lv.rels {
		if r.fn != nil && contains(r.fn, s.path[len(s.path)-1]) && !a.testsOwn(s.lv, r, r.name) {
			return &Hazard{Category: Skipped, Reason: MaybeUnread, Subject: s.fn.Name}
		}
	}
	return nil
}

// testsOwn reports whether a condition of the level tests the result of the lock itself, the column name of r.
func (a *analysis) testsOwn(lv *level, r *relation, name string) bool {
	for _, n := range conditionsOf(lv) {
		if a.isOwnTest(n, lv, r, name) {
			return true
		}
	}
	return false
}

// isOwnTest reports whether the condition reads nothing but the lock's result.
func (a *analysis) isOwnTest(n *pg.Node, lv *level, r *relation, name string) bool {
	if name == "" {
		return false
	}
	some, only := false, true
	a.columns(n, lv, func(ref *pg.ColumnRef, _ *level) {
		names := refNames(ref)
		own := len(names) > 0 && names[len(names)-1] == name && (len(names) == 1 || names[len(names)-2] == r.name)
		some, only = some || own, only && own
	})
	return some && only && !a.hole(n)
}

// conditionsOf returns the terms of the level's WHERE and ON conditions.
func conditionsOf(lv *level) []*pg.Node {
	out := conjuncts(lv.where)
	for _, q := range lv.quals {
		out = append(out, conjuncts(q)...)
	}
	return out
}

// resultName returns the name of the column that carries the lock's result out of its level, or "".
func resultName(s site) string {
	if s.clause == inTargets && s.root().GetResTarget() != nil {
		return outputName(s.root())
	}
	return ""
}

// relationOf returns the FROM item that a derived table is.
func relationOf(lv *level) *relation {
	for _, r := range lv.at.lv.rels {
		if r.sub == lv {
			return r
		}
	}
	return nil
}
