package locksql

import pg "github.com/pganalyze/pg_query_go/v6"

// fence reports whether a condition of the level above stays above: the planner finishes this relation before it
// applies a volatile condition to its rows. A table or view is no fence, and needs none: it brings no condition along
// that a reader could see.
func (a *analysis) fence(r *relation) bool {
	switch {
	case r.fn != nil:
		return true
	case r.cte != nil:
		return a.fenceCTE(r.cte)
	case r.sub != nil:
		return a.fenceLevel(r.sub)
	}
	return false
}

// fenceCTE: a CTE is a fence where the planner computes it on its own; otherwise it is a derived table. NOT MATERIALIZED
// makes a derived table of one that is read twice, and of no other.
func (a *analysis) fenceCTE(c *cte) bool {
	switch {
	case c.materialized, c.recursive && a.recursive(c), c.lv.dml != noDML, c.lv.rowLock, a.volatile(c.lv):
		return true
	case len(c.refs) > 1 && !c.inline:
		return true
	}
	return a.fenceLevel(c.lv)
}

// fenceLevel: LIMIT, OFFSET and FETCH of any size, DISTINCT, grouping without HAVING, EXCEPT, window functions,
// set-returning functions and VALUES end a level; UNION ALL of such levels ends too.
func (a *analysis) fenceLevel(lv *level) bool {
	switch {
	case lv.limited(), lv.unique, len(lv.on) > 0, lv.rows > 0, lv.returnsSets(), lv.usesWindows(), lv.op == except:
		return true
	case lv.grouped():
		return lv.having == nil
	case lv.op == union && lv.all:
		return a.fenceLevel(lv.arms[0]) && a.fenceLevel(lv.arms[1])
	}
	return false
}

// volatile reports whether a volatile function is called at the level, or at one below it.
func (a *analysis) volatile(lv *level) bool {
	found := false
	visit(a.queryNode(lv), func(n *pg.Node) bool {
		found = found || isVolatile(n)
		return !found
	})
	return found
}

// queryNode returns the node that lv was made from, or nil.
func (a *analysis) queryNode(lv *level) *pg.Node {
	for n, l := range a.levels {
		if l == lv {
			return n
		}
	}
	return nil
}

// recursive reports whether the query of c reads c itself.
func (a *analysis) recursive(c *cte) bool {
	for _, l := range a.levels {
		for _, r := range l.rels {
			if r.cte == c && within(l, c) {
				return true
			}
		}
	}
	return false
}

// brings returns what a relation that is no fence adds to the conditions of the level that reads it. The node is nil
// where what it adds is no expression: a join, a row lock.
func (a *analysis) brings(r *relation) (*pg.Node, bool) {
	if sub := r.query(); sub != nil && !a.fence(r) {
		return a.filters(sub)
	}
	return nil, false
}

// filters returns a condition of the level, or of what it reads short of the next fence. Joins count: rows that find no
// partner go.
func (a *analysis) filters(lv *level) (*pg.Node, bool) {
	for _, n := range append(conjuncts(lv.where), lv.quals...) {
		if a.condition(n, lv) {
			return n, true
		}
	}
	if lv.having != nil {
		return lv.having, true
	}
	for _, arm := range lv.arms {
		if n, ok := a.filters(arm); ok {
			return n, true
		}
	}
	for _, r := range lv.rels {
		if n, ok := a.brings(r); ok {
			return n, true
		}
	}
	return nil, len(lv.many()) > 1 || lv.rowLock || lv.op == intersect
}

// query returns the level of a derived table or CTE, or nil.
func (r *relation) query() *level {
	if r.cte != nil {
		return r.cte.lv
	}
	return r.sub
}

// sortedBelow reports whether the rows of lv come sorted out of a derived table that is no fence, so that a LIMIT at
// lv works on sorted rows.
func (a *analysis) sortedBelow(lv *level) bool {
	if len(lv.rels) != 1 {
		return false
	}
	r := lv.rels[0]
	sub := r.query()
	return sub != nil && !a.fence(r) && (len(sub.order) > 0 || a.sortedBelow(sub))
}

// bounded reports whether the rows of lv were chosen by a LIMIT, at lv or in the one derived table that it reads: what
// is locked there is what was chosen there.
func (a *analysis) bounded(lv *level) bool {
	if lv.cuts() {
		return true
	}
	if len(lv.rels) != 1 {
		return false
	}
	r := lv.rels[0]
	sub := r.query()
	return sub != nil && (r.cte == nil || !r.cte.recursive) && a.bounded(sub)
}

// exactlyOne reports whether the level returns one row, always.
func (lv *level) exactlyOne() bool {
	switch {
	case lv.limited(), lv.op != noSet, lv.dml != noDML:
		return false
	case lv.oneGroup():
		return lv.having == nil
	case lv.where != nil || lv.having != nil || lv.returnsSets() || len(lv.group) > 0:
		return false
	case lv.rows > 0:
		return lv.rows == 1
	}
	for _, r := range lv.rels {
		if !r.exactlyOne() {
			return false
		}
	}
	return true
}

func (r *relation) exactlyOne() bool {
	if sub := r.query(); sub != nil {
		return sub.exactlyOne()
	}
	_, lock := FuncByName(functionName(r.fn))
	return lock
}

// many returns the relations of the level that can hold other than one row.
func (lv *level) many() []*relation {
	var out []*relation
	for _, r := range lv.rels {
		if !r.exactlyOne() {
			out = append(out, r)
		}
	}
	return out
}
