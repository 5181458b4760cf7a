package locksql

import pg "github.com/pganalyze/pg_query_go/v6"

// A level is one query level of a statement: a SELECT, a VALUES list, a set operation, or the body of an INSERT,
// UPDATE, DELETE or MERGE. The hazard procedure walks from the level that holds a lock call outwards.
type level struct {
	read reading // how the level above reads this one
	at   spot    // where it reads it; at.lv is nil for a statement's own level
	cte  *cte    // the CTE that this level is the query of, for byCTE

	dml     dml
	targets []*pg.Node  // ResTarget, of SELECT and RETURNING; the row expressions of VALUES
	rels    []*relation // what FROM reads, and the target of UPDATE, DELETE and MERGE
	quals   []*pg.Node  // the ON conditions of FROM
	using   bool        // a join by USING or NATURAL
	where   *pg.Node
	having  *pg.Node
	group   []*pg.Node
	unique  bool       // DISTINCT over the whole row
	on      []*pg.Node // DISTINCT ON
	order   []*pg.Node // SortBy
	windows []*pg.Node // WindowDef of WINDOW clauses
	limit   *pg.Node
	offset  *pg.Node
	ties    bool
	rowLock bool // FOR UPDATE, FOR SHARE and their kin
	rows    int  // of VALUES
	ctes    []*cte

	op   setOp
	all  bool
	arms []*level
}

// reading says how a level is read.
type reading int

const (
	byClient reading = iota // a statement of its own
	bySource                // INSERT ... SELECT
	byFrom                  // a derived table
	byCTE
	byArm    // an arm of a set operation
	byScalar // (SELECT ...) as a value
	byArray  // ARRAY(SELECT ...)
	byExists
	byIn // IN, ANY, ALL
)

type dml int

const (
	noDML dml = iota
	insertDML
	updateDML
	deleteDML
	mergeDML
)

type setOp int

const (
	noSet setOp = iota
	union
	intersect
	except
)

// A relation is one item that FROM reads.
type relation struct {
	lv       *level // the level whose FROM it stands in
	name     string // by which columns name it
	table    string // a table or view; empty for the others
	sub      *level // a derived table
	cte      *cte
	fn       *pg.Node // a function in FROM, a RangeFunction or RangeTableFunc
	node     *pg.Node // the item as parsed; nil for the target of UPDATE, DELETE and MERGE
	nullable bool     // on the side of an outer join that may be missing
}

// A cte is one WITH query.
type cte struct {
	name         string
	lv           *level
	materialized bool
	inline       bool // NOT MATERIALIZED
	recursive    bool
	refs         []*relation // from outside its own query
}

// clause is the part of a level in which an expression stands.
type clause int

const (
	inTargets clause = iota
	inFrom
	inOn
	inWhere
	inGroup
	inHaving
	inDistinctOn
	inOrder
	inWindow
	inLimit // LIMIT and OFFSET
	inWith
	inArm
	inSource
	inReturning
	inSet
	inValues
	inConflict
	inMergeOn
	inMergeWhen
)

// A spot is the place of a call or of a sub-level: its level, the clause, and the nodes from the clause's expression
// down to itself, both included.
type spot struct {
	lv     *level
	clause clause
	path   []*pg.Node
}

// A site is a lock call and where it stands.
type site struct {
	spot
	call *pg.FuncCall
	fn   Func
}

// down returns the spot of n, which stands directly below s.
func (s spot) down(n *pg.Node) spot {
	s.path = append(s.path[:len(s.path):len(s.path)], n)
	return s
}

// root returns the expression of the clause in which the spot lies: a SELECT list item, a condition, a FROM item.
func (s spot) root() *pg.Node {
	if len(s.path) == 0 {
		return nil
	}
	return s.path[0]
}

// reads reports whether the level reads or makes rows: it has a FROM, a set-returning function in its SELECT list, or
// several rows of VALUES.
func (lv *level) reads() bool {
	return len(lv.rels) > 0 || lv.rows > 1 || lv.op != noSet || lv.returnsSets()
}

// limited reports whether the level has a LIMIT, FETCH or OFFSET, of whatever size.
func (lv *level) limited() bool { return lv.limit != nil || lv.offset != nil }

// grouped reports whether the level groups rows or aggregates them into one.
func (lv *level) grouped() bool { return len(lv.group) > 0 || lv.having != nil || lv.aggregates() }

// oneGroup reports whether the level aggregates all its rows into one.
func (lv *level) oneGroup() bool {
	return len(lv.group) == 0 && (lv.having != nil || lv.aggregates()) && !lv.returnsSets()
}

// sorts reports whether rows leave the level in an order that needs all of them first, or merges them.
func (lv *level) sorts() bool {
	return len(lv.order) > 0 || lv.unique || len(lv.on) > 0 || lv.grouped() || lv.usesWindows()
}
