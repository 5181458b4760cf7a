package locksql

import pg "github.com/pganalyze/pg_query_go/v6"

// inCondition is step 4: a call in WHERE, ON or HAVING is exact only if it is the only condition of its level, the
// level reads one relation, and nothing above it drops rows. PostgreSQL orders conditions by cost and applies those
// with an index first or last as the plan has it; writing the cheap one first does not help.
func (a *analysis) inCondition(s site, at spot) *Hazard {
	lv := at.lv
	if at.clause != inHaving && (len(lv.many()) > 1 || lv.using) {
		return &Hazard{Category: Overlock, Reason: AcrossJoin}
	}
	if n, ok := a.beside(s, at); ok {
		return &Hazard{Category: Overlock, Reason: BesideCondition, Subject: a.snippet(n)}
	}
	if at.clause != inHaving {
		for _, r := range lv.rels {
			if n, ok := a.brings(r); ok {
				return &Hazard{Category: Overlock, Reason: BesideCondition, Subject: a.snippet(n)}
			}
		}
	}
	if at.clause != inHaving && lv.having != nil {
		return &Hazard{Category: Overlock, Reason: BesideCondition, Subject: a.snippet(lv.having)}
	}
	if lv.oneGroup() {
		return nil
	}
	sorted := lv.sorts() && at.clause != inHaving || len(lv.order) > 0 || a.sortedBelow(lv)
	if lv.cuts() && sorted || a.drops(s, lv) {
		return (Hazard{Category: Overlock, Reason: BeforeLimit, Subject: lv.tail()}).counts(lv)
	}
	return nil
}

// tail names the clauses of the level that drop rows after its conditions, or lock them.
func (lv *level) tail() string {
	switch {
	case lv.rowLock:
		return "FOR UPDATE"
	case lv.ties:
		return "WITH TIES"
	case lv.skips():
		return "OFFSET"
	case len(lv.on) > 0:
		return "DISTINCT ON"
	case lv.having != nil && !lv.cuts():
		return "HAVING"
	case lv.unique:
		return "DISTINCT and LIMIT"
	case len(lv.order) == 0 && lv.grouped():
		return "GROUP BY and LIMIT"
	case len(lv.order) == 0:
		return "LIMIT"
	}
	return "ORDER BY and LIMIT"
}

// beside returns a condition that stands beside the call: another term of the level's conditions, or, inside the
// call's own term, one that is judged after the call.
func (a *analysis) beside(s site, at spot) (*pg.Node, bool) {
	lv := at.lv
	terms := conditionsOf(lv)
	if at.clause == inHaving {
		terms = conjuncts(lv.having)
	}
	for _, term := range terms {
		if contains(term, at.path[len(at.path)-1]) || !a.condition(term, lv) || a.oneOfEachKey(s, lv, term) {
			continue
		}
		return term, true
	}
	for i := range len(at.path) - 1 {
		for _, n := range judgedAfter(at.path, i) {
			if n != at.path[i+1] && a.condition(n, lv) {
				return n, true
			}
		}
	}
	return nil, false
}

// judgedAfter returns the expressions below path[i] that are judged after path[i+1], which holds the call: later arms
// of AND and OR, later branches of CASE, the other side of an operator. Arms and guards before the call keep it from
// running, which is what they are for.
func judgedAfter(path []*pg.Node, i int) []*pg.Node {
	parent, child := path[i], path[i+1]
	switch p := parent.GetNode().(type) {
	case *pg.Node_BoolExpr:
		if i == 0 && p.BoolExpr.Boolop == pg.BoolExprType_AND_EXPR {
			return nil // the terms of the condition itself
		}
		return following(p.BoolExpr.Args, child)
	case *pg.Node_CaseExpr:
		return nil // its branches, below
	case *pg.Node_CaseWhen:
		if child != p.CaseWhen.Expr {
			return nil
		}
		whole := path[i-1].GetCaseExpr()
		out := []*pg.Node{p.CaseWhen.Result, whole.GetDefresult()}
		return append(out, following(whole.GetArgs(), parent)...)
	case *pg.Node_SubLink:
		return []*pg.Node{p.SubLink.Testexpr}
	}
	return children(parent)
}

// following returns the nodes of list after n.
func following(list []*pg.Node, n *pg.Node) []*pg.Node {
	for i, m := range list {
		if m == n {
			return list[i+1:]
		}
	}
	return nil
}

// oneOfEachKey reports whether the term keeps one row of each key: a row number of 1, counted by key. It drops rows and
// no key.
func (a *analysis) oneOfEachKey(s site, lv *level, term *pg.Node) bool {
	e := term.GetAExpr()
	if e == nil || len(lv.rels) != 1 || len(s.call.Args) != 1 {
		return false
	}
	sub, one := lv.rels[0].query(), integer(e.Rexpr)
	_, op := qualifiedName(e.Name)
	number, key := refNames(e.Lexpr.GetColumnRef()), refNames(s.call.Args[0].GetColumnRef())
	if sub == nil || op != "=" || one == nil || *one != 1 || len(number) == 0 || len(key) == 0 {
		return false
	}
	for _, t := range sub.targets {
		f := t.GetResTarget().GetVal()
		if outputName(t) != number[len(number)-1] || functionName(f) != "row_number" {
			continue
		}
		by := f.GetFuncCall().GetOver().GetPartitionClause()
		if len(by) == 1 {
			ref := refNames(by[0].GetColumnRef())
			return len(ref) > 0 && ref[len(ref)-1] == key[len(key)-1]
		}
	}
	return false
}
