package sqlorder

import (
	"fmt"
	"strings"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// A wording says what happens for one reason, what to do about it, and how the fix is called, where there can be one.
//
//	{func}     the function, {try} the one that does not wait
//	{locks}    locks, or unlocks
//	{lock}     lock, or unlock
//	{every}    every candidate row, and how many of them are returned where that is known
//	{offset}   how many rows are locked for how many
//	{subject}  the part of the statement that is to blame, or a word for it
type wording struct{ happens, wayOut, fix string }

const (
	fenceIt   = "choose and limit the rows in a subquery, and {lock} above it"
	ownFirst  = "{lock} in a statement of its own"
	moveLimit = "Move LIMIT into a subquery below the lock"
	moveWhere = "Move the condition into a subquery below the lock"
)

var wordings = map[locksql.Reason]wording{
	locksql.VoidCompared: {
		happens: "{func} returns void, which cannot be sorted, grouped, collected or compared, so the statement always fails",
		wayOut:  "do that in a subquery, and {lock} above it",
	},
	locksql.VoidAsBoolean: {
		happens: "{func} returns void where a boolean is needed, so the statement always fails",
		wayOut:  "use {try}, or call it in the SELECT list",
	},
	locksql.NoDestination: {
		happens: "{func} stands in a SELECT that has no destination in PL/pgSQL, so the statement always fails",
		wayOut:  "use PERFORM instead of SELECT",
	},
	locksql.WideKey: {
		happens: "{func} with two keys takes int values, and {subject|a key} is a bigint, so the statement always fails",
		wayOut:  "use the form with one bigint key",
	},

	locksql.NullKey: {
		happens: "{func} {locks} nothing, and raises no error, when its key is NULL",
		wayOut:  "pass a key that is never NULL",
	},
	locksql.UnderExists: {
		happens: "{func} may never run, since EXISTS does not evaluate its SELECT list and stops at the first row",
		wayOut:  ownFirst,
	},
	locksql.Unreferenced: {
		happens: "{func} never runs, since nothing in the statement reads {subject|the common table expression that calls it}",
		wayOut:  ownFirst,
	},
	locksql.ReadPartly: {
		happens: "{func} runs only for the rows that LIMIT reads of {subject|the level that calls it}",
		wayOut:  "put the LIMIT below the call",
	},
	locksql.MaybeUnread: {
		happens: "{func} may not run for every row of {subject|its level}, which is filtered from above or joined to what can be empty",
		wayOut:  ownFirst,
	},

	locksql.PerRow: {
		happens: "{func} has a key that reads no column, and runs once for each row that is read, or never if there is none",
		wayOut:  ownFirst + ", before this one",
	},

	locksql.BesideCondition: {
		happens: "{func} {locks} rows that {subject|another condition} rejects, since the planner chooses which of them runs first",
		wayOut:  "choose the rows in a subquery with LIMIT or OFFSET 0, and {lock} above it",
		fix:     moveWhere,
	},
	locksql.AcrossJoin: {
		happens: "{func} in a condition over several relations {locks} rows that the join drops",
		wayOut:  "join in a subquery with LIMIT or OFFSET 0, and {lock} above it",
		fix:     moveWhere,
	},
	locksql.BeforeLimit: {
		happens: "{func} in a condition {locks} {every}, since it runs before {subject|the rows are limited}",
		wayOut:  fenceIt,
		fix:     moveLimit,
	},
	locksql.OffsetRows: {
		happens: "{func} {locks} {offset}, since OFFSET drops rows after the call",
		wayOut:  fenceIt,
		fix:     moveLimit,
	},
	locksql.TiesRow: {
		happens: "{func} {locks} one row more than is returned, since WITH TIES reads a row beyond the last",
		wayOut:  fenceIt,
		fix:     moveLimit,
	},
	locksql.RowLock: {
		happens: "{func} {locks} rows before {subject|FOR UPDATE} has chosen them, also those that are skipped",
		wayOut:  "put the row lock into a subquery, and {lock} above it",
		fix:     "Move the row lock into a subquery below the lock",
	},
	locksql.FeedsSort: {
		happens: "{func} {locks} {every}, since its result is sorted, grouped or made distinct before LIMIT",
		wayOut:  fenceIt,
	},
	locksql.FeedsAggregate: {
		happens: "{func} {locks} {every}, since it is an argument of an aggregate or window function",
		wayOut:  fenceIt,
	},
	locksql.SetArm: {
		happens: "{func} {locks} all rows of one arm of {subject|a set operation}, also those that are then dropped",
		wayOut:  "combine the arms in a subquery, and {lock} above it",
	},
	locksql.SubSelectLimit: {
		happens: "{func} {locks} {every}, since a sub-SELECT is evaluated before ORDER BY and LIMIT",
		wayOut:  fenceIt,
	},
	locksql.FanOut: {
		happens: "{func} {locks} a key again for each row that repeats it, and each time needs an unlock of its own",
		wayOut:  "make the keys distinct in a subquery, and {lock} above it",
	},
	locksql.FromItem: {
		happens: "{func} in FROM {locks} rows that a sort, a join or a condition drops",
		wayOut:  fenceIt,
	},
	locksql.OuterLevel: {
		happens: "{func} {locks} every row of its subquery, also those dropped by {subject|an outer level}",
		wayOut:  "put that into the subquery, below the call",
	},
	locksql.LoopLeft: {
		happens: "{func} {locks} rows that the loop never sees, since a FOR loop fetches rows ahead of the one it is left at",
		wayOut:  "{lock} in the body of the loop",
	},

	locksql.SameLevelLimit: {
		happens: "{func} beside LIMIT is not guaranteed to {lock} only the rows that are returned",
		wayOut:  fenceIt,
		fix:     moveLimit,
	},
	locksql.OrderOnly: {
		happens: "{func} beside ORDER BY is not guaranteed to {lock} in that order",
		wayOut:  "sort the rows in a subquery, and {lock} above it",
		fix:     "Move ORDER BY into a subquery below the lock",
	},
}

// message returns what is said about a call, without the rule.
func message(fn locksql.Func, h locksql.Hazard) string {
	w, ok := wordings[h.Reason]
	if !ok {
		w = wording{happens: "{func} does not {lock} just the rows that are returned", wayOut: fenceIt}
	}
	lock := "lock"
	if fn.Action != locksql.Acquire {
		lock = "unlock"
	}
	text := strings.NewReplacer(
		"{func}", fn.Name,
		"{try}", strings.Replace(fn.Name, "pg_advisory", "pg_try_advisory", 1),
		"{locks}", lock+"s",
		"{lock}", lock,
		"{every}", every(h),
		"{offset}", offset(h),
	).Replace(w.happens + "; " + w.wayOut)
	before, rest, ok := strings.Cut(text, "{subject|")
	if !ok {
		return text
	}
	subject, after, _ := strings.Cut(rest, "}")
	if known := oneLine(h.Subject); strings.Trim(known, ".…") != "" {
		subject = known
	}
	return before + subject + after
}

// every says how many rows are locked for those that are returned.
func every(h locksql.Hazard) string {
	if h.Limit == nil {
		return "every candidate row"
	}
	return fmt.Sprintf("every candidate row to return %d", *h.Limit)
}

func offset(h locksql.Hazard) string {
	switch {
	case h.Limit != nil && h.Offset != nil:
		return fmt.Sprintf("%s to return %d", rows(*h.Limit+*h.Offset), *h.Limit)
	case h.Limit != nil:
		return fmt.Sprintf("OFFSET + %d rows to return %d", *h.Limit, *h.Limit)
	case h.Offset != nil:
		return fmt.Sprintf("%s more than are returned", rows(*h.Offset))
	}
	return "OFFSET + LIMIT rows to return LIMIT"
}

func rows(n int64) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// oneLine returns a part of a statement as it can stand in a message: on one line, not too long, holes as an ellipsis.
func oneLine(sql string) string {
	const limit = 60
	s := strings.Join(strings.Fields(strings.ReplaceAll(sql, string(locksql.Hole), "…")), " ")
	if r := []rune(s); len(r) > limit {
		s = string(r[:limit]) + "…"
	}
	return s
}
