package locksql

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// builder turns the parse tree of one statement into levels and lock sites.
type builder struct {
	sites  []site
	levels map[*pg.Node]*level // by the node of the query
}

// statement builds the levels of a top-level statement.
func (b *builder) statement(n *pg.Node) {
	if isQuery(n) {
		b.query(n, byClient, spot{})
		return
	}
	// EXPLAIN, CREATE TABLE AS, DECLARE CURSOR, CALL and the like: the queries and expressions inside.
	b.expr(n, spot{lv: &level{}})
}

func isQuery(n *pg.Node) bool {
	switch n.GetNode().(type) {
	case *pg.Node_SelectStmt, *pg.Node_InsertStmt, *pg.Node_UpdateStmt, *pg.Node_DeleteStmt, *pg.Node_MergeStmt:
		return true
	}
	return false
}

// query builds the level of a query that is read at the given spot.
func (b *builder) query(n *pg.Node, read reading, at spot) *level {
	lv := &level{read: read, at: at}
	b.fill(lv, n)
	return lv
}

func (b *builder) fill(lv *level, n *pg.Node) {
	b.levels[n] = lv
	switch q := n.GetNode().(type) {
	case *pg.Node_SelectStmt:
		b.selectStmt(lv, q.SelectStmt)
	case *pg.Node_InsertStmt:
		b.insertStmt(lv, q.InsertStmt)
	case *pg.Node_UpdateStmt:
		b.updateStmt(lv, q.UpdateStmt)
	case *pg.Node_DeleteStmt:
		b.deleteStmt(lv, q.DeleteStmt)
	case *pg.Node_MergeStmt:
		b.mergeStmt(lv, q.MergeStmt)
	}
}

func (b *builder) selectStmt(lv *level, q *pg.SelectStmt) {
	b.with(lv, q.WithClause)
	if q.Op > pg.SetOperation_SETOP_NONE {
		lv.op, lv.all = setOp(q.Op)-1, q.All
		for _, arm := range []*pg.SelectStmt{q.Larg, q.Rarg} {
			n := &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: arm}}
			lv.arms = append(lv.arms, b.query(n, byArm, spot{lv: lv, clause: inArm}))
		}
	}
	b.from(lv, q.FromClause)
	lv.targets, lv.where, lv.having, lv.group = q.TargetList, q.WhereClause, q.HavingClause, q.GroupClause
	lv.order, lv.windows, lv.limit, lv.offset = q.SortClause, q.WindowClause, q.LimitCount, q.LimitOffset
	lv.ties = q.LimitOption == pg.LimitOption_LIMIT_OPTION_WITH_TIES
	lv.rowLock = len(q.LockingClause) > 0
	lv.rows = len(q.ValuesLists)
	for _, row := range q.ValuesLists {
		lv.targets = append(lv.targets, row.GetList().GetItems()...)
	}
	for _, d := range q.DistinctClause {
		if d.GetNode() == nil { // plain DISTINCT is a list of one empty node
			lv.unique = true
		} else {
			lv.on = append(lv.on, d)
		}
	}
	b.each(q.TargetList, spot{lv: lv, clause: inTargets})
	for _, row := range q.ValuesLists {
		b.each(row.GetList().GetItems(), spot{lv: lv, clause: inValues})
	}
	b.expr(lv.where, spot{lv: lv, clause: inWhere})
	b.each(lv.group, spot{lv: lv, clause: inGroup})
	b.expr(lv.having, spot{lv: lv, clause: inHaving})
	b.each(lv.on, spot{lv: lv, clause: inDistinctOn})
	b.each(lv.order, spot{lv: lv, clause: inOrder})
	b.each(lv.windows, spot{lv: lv, clause: inWindow})
	b.expr(lv.limit, spot{lv: lv, clause: inLimit})
	b.expr(lv.offset, spot{lv: lv, clause: inLimit})
}

func (b *builder) insertStmt(lv *level, q *pg.InsertStmt) {
	lv.dml = insertDML
	b.with(lv, q.WithClause)
	if q.SelectStmt != nil {
		src := b.query(q.SelectStmt, bySource, spot{lv: lv, clause: inSource})
		lv.arms = append(lv.arms, src)
		if src.rows == 0 && src.reads() {
			lv.rels = append(lv.rels, &relation{lv: lv, sub: src})
		}
	}
	if c := q.OnConflictClause; c != nil {
		b.each(c.TargetList, spot{lv: lv, clause: inConflict})
		b.expr(c.WhereClause, spot{lv: lv, clause: inConflict})
	}
	b.each(q.ReturningList, spot{lv: lv, clause: inReturning})
}

func (b *builder) updateStmt(lv *level, q *pg.UpdateStmt) {
	lv.dml = updateDML
	b.with(lv, q.WithClause)
	b.target(lv, q.Relation)
	b.from(lv, q.FromClause)
	lv.where = q.WhereClause
	b.each(q.TargetList, spot{lv: lv, clause: inSet})
	b.expr(lv.where, spot{lv: lv, clause: inWhere})
	b.each(q.ReturningList, spot{lv: lv, clause: inReturning})
}

func (b *builder) deleteStmt(lv *level, q *pg.DeleteStmt) {
	lv.dml = deleteDML
	b.with(lv, q.WithClause)
	b.target(lv, q.Relation)
	b.from(lv, q.UsingClause)
	lv.where = q.WhereClause
	b.expr(lv.where, spot{lv: lv, clause: inWhere})
	b.each(q.ReturningList, spot{lv: lv, clause: inReturning})
}

func (b *builder) mergeStmt(lv *level, q *pg.MergeStmt) {
	lv.dml = mergeDML
	b.with(lv, q.WithClause)
	b.target(lv, q.Relation)
	b.from(lv, []*pg.Node{q.SourceRelation})
	lv.quals = append(lv.quals, q.JoinCondition)
	b.expr(q.JoinCondition, spot{lv: lv, clause: inMergeOn})
	for _, w := range q.MergeWhenClauses {
		b.expr(w.GetMergeWhenClause().GetCondition(), spot{lv: lv, clause: inMergeWhen})
		b.each(w.GetMergeWhenClause().GetTargetList(), spot{lv: lv, clause: inSet})
		b.each(w.GetMergeWhenClause().GetValues(), spot{lv: lv, clause: inSet})
	}
	b.each(q.ReturningList, spot{lv: lv, clause: inReturning})
}

func (b *builder) target(lv *level, r *pg.RangeVar) {
	if r != nil {
		lv.rels = append(lv.rels, &relation{lv: lv, name: nameOf(r.Alias, r.Relname), table: r.Relname})
	}
}

// with builds the WITH queries of lv. Each sees those before it; under RECURSIVE each sees all.
func (b *builder) with(lv *level, w *pg.WithClause) {
	var all []*cte
	for _, n := range w.GetCtes() {
		c := n.GetCommonTableExpr()
		d := &cte{
			name:         c.GetCtename(),
			materialized: c.GetCtematerialized() == pg.CTEMaterialize_CTEMaterializeAlways,
			inline:       c.GetCtematerialized() == pg.CTEMaterialize_CTEMaterializeNever,
			recursive:    w.Recursive,
		}
		d.lv = &level{read: byCTE, at: spot{lv: lv, clause: inWith}, cte: d}
		all = append(all, d)
	}
	if w.GetRecursive() {
		lv.ctes = all
	}
	for i, n := range w.GetCtes() {
		b.fill(all[i].lv, n.GetCommonTableExpr().GetCtequery())
		lv.ctes = all[:max(i+1, len(lv.ctes))]
	}
}

// from flattens the items of a FROM clause into lv.rels and their join conditions into lv.quals.
func (b *builder) from(lv *level, items []*pg.Node) {
	for _, n := range items {
		b.fromItem(lv, n, false, spot{lv: lv, clause: inFrom})
	}
}

func (b *builder) fromItem(lv *level, n *pg.Node, nullable bool, sp spot) {
	add := func(r relation) {
		r.lv, r.node, r.nullable = lv, n, nullable
		lv.rels = append(lv.rels, &r)
		if r.cte != nil && !within(lv, r.cte) {
			r.cte.refs = append(r.cte.refs, &r)
		}
	}
	switch r := n.GetNode().(type) {
	case *pg.Node_RangeVar:
		v := r.RangeVar
		rel := relation{name: nameOf(v.Alias, v.Relname), table: v.Relname}
		if v.Schemaname == "" {
			if rel.cte = findCTE(lv, v.Relname); rel.cte != nil {
				rel.table = ""
			}
		}
		add(rel)
	case *pg.Node_RangeSubselect:
		sub := b.query(r.RangeSubselect.Subquery, byFrom, sp.down(n))
		add(relation{name: nameOf(r.RangeSubselect.Alias, ""), sub: sub})
	case *pg.Node_RangeFunction:
		add(relation{name: nameOf(r.RangeFunction.Alias, functionName(n)), fn: n})
		b.children(n, sp)
	case *pg.Node_RangeTableFunc:
		add(relation{name: nameOf(r.RangeTableFunc.Alias, ""), fn: n})
		b.children(n, sp)
	case *pg.Node_RangeTableSample:
		b.fromItem(lv, r.RangeTableSample.Relation, nullable, sp)
	case *pg.Node_JoinExpr:
		j := r.JoinExpr
		left, right := nullable, nullable
		switch j.Jointype {
		case pg.JoinType_JOIN_LEFT:
			right = true
		case pg.JoinType_JOIN_RIGHT:
			left = true
		case pg.JoinType_JOIN_FULL:
			left, right = true, true
		}
		b.fromItem(lv, j.Larg, left, sp.down(n))
		b.fromItem(lv, j.Rarg, right, sp.down(n))
		lv.using = lv.using || j.IsNatural || len(j.UsingClause) > 0
		if j.Quals != nil {
			lv.quals = append(lv.quals, j.Quals)
			b.expr(j.Quals, spot{lv: lv, clause: inOn})
		}
	}
}

// within reports whether lv stands inside the query of c.
func within(lv *level, c *cte) bool {
	for ; lv != nil; lv = lv.at.lv {
		if lv.cte == c {
			return true
		}
	}
	return false
}

// findCTE returns the WITH query that name means at lv.
func findCTE(lv *level, name string) *cte {
	for ; lv != nil; lv = lv.at.lv {
		for i := len(lv.ctes) - 1; i >= 0; i-- {
			if lv.ctes[i].name == name {
				return lv.ctes[i]
			}
		}
	}
	return nil
}

func (b *builder) each(list []*pg.Node, sp spot) {
	for _, n := range list {
		b.expr(n, sp)
	}
}

// expr walks an expression: it records lock calls and builds the levels of sub-selects.
func (b *builder) expr(n *pg.Node, sp spot) {
	switch e := n.GetNode().(type) {
	case nil:
		return
	case *pg.Node_SubLink:
		b.expr(e.SubLink.Testexpr, sp.down(n))
		b.query(e.SubLink.Subselect, sublinkReading(e.SubLink.SubLinkType), sp.down(n))
		return
	case *pg.Node_FuncCall:
		if f, ok := lockFunc(e.FuncCall); ok {
			b.sites = append(b.sites, site{spot: sp.down(n), call: e.FuncCall, fn: f})
		}
	default:
		if isQuery(n) {
			b.query(n, byClient, spot{})
			return
		}
	}
	b.children(n, sp)
}

func (b *builder) children(n *pg.Node, sp spot) {
	inner := sp.down(n)
	for _, c := range children(n) {
		b.expr(c, inner)
	}
}

func sublinkReading(t pg.SubLinkType) reading {
	switch t {
	case pg.SubLinkType_EXISTS_SUBLINK:
		return byExists
	case pg.SubLinkType_ANY_SUBLINK, pg.SubLinkType_ALL_SUBLINK:
		return byIn
	case pg.SubLinkType_ARRAY_SUBLINK:
		return byArray
	}
	return byScalar
}

func nameOf(a *pg.Alias, name string) string {
	if a.GetAliasname() != "" {
		return a.GetAliasname()
	}
	return name
}

// lockFunc returns the lock function that a call names: without schema, or in pg_catalog.
func lockFunc(c *pg.FuncCall) (Func, bool) {
	schema, name := qualifiedName(c.Funcname)
	if schema != "" && !strings.EqualFold(schema, "pg_catalog") {
		return Func{}, false
	}
	return FuncByName(name)
}

func qualifiedName(parts []*pg.Node) (schema, name string) {
	for _, p := range parts {
		schema, name = name, p.GetString_().GetSval()
	}
	return schema, name
}
