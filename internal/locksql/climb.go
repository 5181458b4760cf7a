package locksql

import pg "github.com/pganalyze/pg_query_go/v6"

// climb is step 7: each level above that reads the call's level, for what it drops. Rows are locked as they are read.
// LIMIT above stops reading early and locks no more than it needs, unless a sort, a grouping or a DISTINCT between it
// and the call reads all rows first.
func (a *analysis) climb(s site, at spot, sub bool) *Hazard {
	c := &climber{a: a, s: s, lv: at.lv, result: resultName(s)}
	c.condition = at.clause != inTargets
	switch {
	case c.condition:
		c.whole = at.lv.sorts() || a.sortedBelow(at.lv)
	case sub:
		c.whole, c.result = at.lv.sorts(), ""
		if t := at.root().GetResTarget(); t != nil && t.Val.GetSubLink() != nil {
			c.result = t.Name
		}
	default:
		c.whole = feeds(at) || anyOf(at.path, isAggregate) || anyOf(at.path, isWindow)
	}
	for c.lv != nil {
		if h, done := c.step(); h != nil || done {
			return h
		}
	}
	return nil
}

// A climber is the state of one climb.
type climber struct {
	a         *analysis
	s         site
	lv        *level // the level that has been judged last
	condition bool   // the call stands in a condition, or in FROM, and not in a SELECT list
	whole     bool   // all rows are read, whatever LIMIT says above
	result    string // the column that carries the call's result at lv, or ""
}

// step goes up one level. It reports done where the climb ends.
func (c *climber) step() (_ *Hazard, done bool) {
	lv := c.lv
	switch lv.read {
	case byArm:
		return c.setOperation(lv.at.lv), false
	case byCTE:
		if lv.dml != noDML || len(lv.cte.refs) == 0 {
			return nil, true // runs once and whole
		}
		for _, r := range lv.cte.refs[1:] {
			if r.lv != lv.cte.refs[0].lv {
				return nil, true // read by several levels: computed whole, for all of them
			}
		}
		return c.reader(lv.cte.refs[0])
	case byFrom:
		if r := relationOf(lv); r != nil {
			return c.reader(r)
		}
	case byScalar, byArray:
		return c.scalar()
	case byIn, byExists:
		return c.chosenFrom(), true
	}
	return nil, true
}

func (c *climber) over(subject string) *Hazard {
	return (Hazard{Category: Overlock, Reason: OuterLevel, Subject: subject}).counts(c.lv)
}

// chosenFrom judges the level that tests membership in lv, by IN or EXISTS. What is bounded below is computed once and
// whole; rows of the level that other conditions drop again were locked all the same.
func (c *climber) chosenFrom() *Hazard {
	lv, up := c.lv, c.lv.at.lv
	if !c.a.bounded(lv) && (c.condition || lv.reads()) {
		return c.over("the sub-SELECT")
	}
	c.lv = up
	if up.cuts() || up.skips() || up.ties {
		return c.over(up.tail())
	}
	for _, r := range up.rels {
		if sub := r.query(); sub != nil && sub != lv {
			if n, drops := c.a.filters(sub); drops || sub.limited() {
				return c.over(c.a.snippet(n))
			}
		}
	}
	own := map[string]bool{}
	for l := lv; l != nil; l = l.only() {
		for _, n := range conditionsOf(l) {
			own[c.a.snippet(n)] = true
		}
	}
	for _, n := range conditionsOf(up) {
		if !contains(n, lv.at.path[len(lv.at.path)-1]) && c.a.condition(n, up) && !own[c.a.snippet(n)] {
			return c.over(c.a.snippet(n))
		}
	}
	return nil
}

// only returns the level of the one derived table or CTE that lv reads, or nil.
func (lv *level) only() *level {
	if len(lv.rels) != 1 {
		return nil
	}
	return lv.rels[0].query()
}

// setOperation judges the set operation of which lv is an arm. UNION ALL appends; the others read their arms whole.
func (c *climber) setOperation(set *level) *Hazard {
	arm := c.lv
	c.lv = set
	over := func() *Hazard {
		return (Hazard{Category: Overlock, Reason: SetArm, Subject: set.operator()}).counts(set)
	}
	if !(set.op == union && set.all) {
		if arm.reads() && (set.op != union || !c.condition) {
			return over()
		}
		c.whole = true
	}
	c.whole = c.whole || len(set.order) > 0
	switch {
	case set.cuts() && c.whole, set.skips(), set.ties:
		return over()
	case set.limit != nil && !c.condition && set.read != byFrom:
		return (Hazard{Category: Documented, Reason: SameLevelLimit, Subject: "LIMIT"}).counts(set)
	}
	return nil
}

// operator names the set operation.
func (lv *level) operator() string {
	name := map[setOp]string{union: "UNION", intersect: "INTERSECT", except: "EXCEPT"}[lv.op]
	switch {
	case lv.all && len(lv.order) > 0:
		return name + " ALL with ORDER BY"
	case lv.all:
		return name + " ALL"
	}
	return name
}

// reader judges the level that reads lv as the FROM item r.
func (c *climber) reader(r *relation) (_ *Hazard, done bool) {
	lv, up := c.lv, r.lv
	c.lv = up
	if up.oneGroup() {
		return nil, true // all rows are wanted: they are aggregated into one
	}
	if up.having != nil || c.a.drops(c.s, up) {
		return c.over(up.tail()), true
	}
	c.whole = c.whole || up.sorts()
	if up.cuts() && c.whole {
		return c.over(up.tail()), true
	}
	if n, drops := c.filter(lv, up, r); drops {
		return c.over(c.a.snippet(n)), true
	}
	if !c.a.bounded(lv) && c.joined(lv, up, r) {
		return c.over("a join"), true
	}
	c.result = passedOn(up, r, c.result)
	return nil, false
}

// filter returns a condition of up that drops rows of lv after they were locked. A condition on plain columns is pushed
// down below a call in the SELECT list; LIMIT, DISTINCT ON, windows, set operations and a CTE of its own keep it up.
// Beside a call in WHERE it is one condition more.
func (c *climber) filter(lv, up *level, r *relation) (*pg.Node, bool) {
	stays := c.condition || lv.limited() || len(lv.on) > 0 || lv.usesWindows() || lv.op != noSet ||
		lv.read == byCTE || lv.returnsSets()
	for _, n := range conditionsOf(up) {
		if !c.a.condition(n, up) || c.a.isOwnTest(n, up, r, c.result) || !c.a.onlyOf(n, up, r) {
			continue
		}
		if stays || hasSubSelect(n) {
			return n, true
		}
	}
	return nil, false
}

// onlyOf reports whether the condition reads columns of r and of nothing else of the level.
func (a *analysis) onlyOf(n *pg.Node, lv *level, r *relation) bool {
	only := true
	a.columns(n, lv, func(ref *pg.ColumnRef, owner *level) {
		names := refNames(ref)
		if len(names) > 1 {
			only = only && names[len(names)-2] == r.name
		} else {
			only = only && len(lv.many()) <= 1
		}
	})
	return only
}

// joined reports whether up joins the rows of lv with others in a way that can drop some of them. An outer join keeps
// them, and so does a join back to the table that they come from.
func (c *climber) joined(lv, up *level, r *relation) bool {
	if up.using {
		return true
	}
	for _, o := range up.many() {
		switch {
		case o == r, o.cte != nil && o.cte == r.cte:
		case o.nullable && !r.nullable:
		case evaluatedBeside(o):
		case joinsBack(lv, up, r, o):
		default:
			return true
		}
	}
	return false
}

// evaluatedBeside reports whether o is a sub-select without FROM, which is evaluated for each row and drops none.
func evaluatedBeside(o *relation) bool {
	return o.sub != nil && len(o.sub.rels) == 0 && o.sub.where == nil && !o.sub.returnsSets()
}

// joinsBack reports whether o is the one table that lv reads, joined on a column that lv passes on under its own name.
func joinsBack(lv, up *level, r, o *relation) bool {
	base := baseTable(lv)
	if o.table == "" || base == "" || o.table != base {
		return false
	}
	for _, n := range conditionsOf(up) {
		left, right, ok := equality(n)
		if ok && left[len(left)-1] == right[len(right)-1] && len(left) > 1 && len(right) > 1 &&
			(left[len(left)-2] == r.name && right[len(right)-2] == o.name ||
				left[len(left)-2] == o.name && right[len(right)-2] == r.name) {
			return true
		}
	}
	return false
}

// baseTable returns the table that a chain of single-relation levels reads, or "".
func baseTable(lv *level) string {
	for lv != nil && len(lv.rels) == 1 {
		r := lv.rels[0]
		if r.table != "" {
			return r.table
		}
		lv = r.query()
	}
	return ""
}

// equality returns the names of the two columns that n sets equal.
func equality(n *pg.Node) (left, right []string, ok bool) {
	e := n.GetAExpr()
	if e == nil || e.Kind != pg.A_Expr_Kind_AEXPR_OP {
		return nil, nil, false
	}
	if _, op := qualifiedName(e.Name); op != "=" {
		return nil, nil, false
	}
	left, right = refNames(e.Lexpr.GetColumnRef()), refNames(e.Rexpr.GetColumnRef())
	return left, right, len(left) > 0 && len(right) > 0
}

// scalar judges the level in whose expression lv stands as a sub-SELECT with a FROM of its own. An uncorrelated one
// runs once.
func (c *climber) scalar() (_ *Hazard, done bool) {
	lv := c.lv
	at, up := lv.at, lv.at.lv
	c.lv = up
	if !c.a.dependsOnOuter(lv) || !up.reads() {
		return nil, true
	}
	switch at.clause {
	case inTargets:
		if h := c.a.inSelectList(c.s, at, true); h != nil {
			return h, true
		}
	case inWhere, inOn, inHaving:
		if h := c.a.inCondition(c.s, at); h != nil {
			return h, true
		}
		c.condition = true
	}
	c.whole, c.result = c.whole || up.sorts(), ""
	return nil, false
}

// dependsOnOuter reports whether the query of lv reads columns of levels outside it.
func (a *analysis) dependsOnOuter(lv *level) bool {
	found := false
	a.columns(a.queryNode(lv), lv.at.lv, func(*pg.ColumnRef, *level) { found = true })
	return found
}

// passedOn returns the name under which up passes on the column name of r, or "".
func passedOn(up *level, r *relation, name string) string {
	if name == "" {
		return ""
	}
	for _, t := range up.targets {
		ref := refNames(t.GetResTarget().GetVal().GetColumnRef())
		if len(ref) > 0 && ref[len(ref)-1] == name && (len(ref) == 1 || ref[len(ref)-2] == r.name) {
			return outputName(t)
		}
		if star := t.GetResTarget().GetVal().GetColumnRef(); star != nil && len(star.Fields) != len(ref) {
			return name
		}
	}
	return ""
}
