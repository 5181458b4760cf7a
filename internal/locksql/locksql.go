// Package locksql reads SQL text and says which advisory-lock functions it calls, and what about each call can go
// wrong: that more rows, fewer rows or other rows are locked than the statement returns.
//
// It knows SQL and no Go. The text may hold placeholders of any style ($1, ?, @name, :name, %s) and unknown pieces,
// each written as [Hole]. Text that does not parse is read by its tokens: the calls are found, no hazard is claimed,
// and [Statement.Err] says so.
//
// Functions and their meaning are those of the PostgreSQL manual, section 9.28.10 (Advisory Lock Functions); the
// hazards are those of section 13.3.5 (Advisory Locks) and of measurements on real servers, which the tests repeat.
package locksql

// Hole stands in a text for a piece that is not known. PostgreSQL text cannot hold a NUL, so no real text has one.
const Hole = '\x00'

// Result is what one text says about advisory locks.
type Result struct {
	// Statements holds the statements that call a lock function, in the order of the text.
	Statements []Statement
}

// A Statement is one SQL statement with at least one lock call in it.
type Statement struct {
	Pos, End int // byte range in the text, without the closing semicolon
	Calls    []Call

	// Err is set if the statement was not understood. Its calls were then found by tokens: they carry function,
	// scope and mode, and no hazards.
	Err error

	// Defines is set if the statement only defines a function: running it takes no lock.
	Defines bool
}

// A Call is one call of a lock function.
type Call struct {
	Func     Func
	Pos, End int   // byte range of the call in the text
	Keys     []Key // one (bigint), two (int4, int4), or none for pg_advisory_unlock_all and for calls found by tokens

	// Hazards lists what can go wrong, the most severe first. At most one hazard of a category is listed.
	Hazards []Hazard

	// Unordered is set if the statement can lock several keys in an order that the plan decides. It is set only for
	// acquisitions that wait; a try-lock needs no order.
	Unordered bool
}

// A Key is one key argument of a call.
type Key struct {
	Text    string // the expression as written
	Param   string // the placeholder as written ($1, ?, @name, :name, %d), if the key is nothing else than that
	Ordinal int    // for Param: how many placeholders stand before it in the text
	Const   *int64 // the value, if the key is an integer constant
	Columns bool   // the expression reads a column
}

// A Category groups hazards by what happens.
type Category string

// The categories of hazards, most severe first.
const (
	Invalid    Category = "invalid"    // the statement always fails
	Skipped    Category = "skipped"    // the call never runs, or not for every row
	Gated      Category = "gated"      // a key without column reference in a statement that reads rows
	Overlock   Category = "overlock"   // more keys can be locked than rows come back, or one session key several times
	Documented Category = "documented" // exact today, not guaranteed by the manual
)

// A Hazard is one thing that can go wrong with a call.
type Hazard struct {
	Category Category
	Reason   Reason

	// Subject is the part of the statement that causes the hazard, as written: a predicate, a CTE name, a clause.
	// It is empty where the reason says it all.
	Subject string

	// Limit and Offset are the row counts of the level, where they are constants.
	Limit, Offset *int64

	// Strict marks a hazard that is reported only to readers who want the manual's letter.
	Strict bool
}
