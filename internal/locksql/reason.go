package locksql

// Reason names the step of the hazard procedure that a call falls under, finely enough to say what happens.
type Reason int

// The reasons, in the order of the procedure.
const (
	// Step 0: the statement always fails, or the key is NULL.
	VoidCompared    Reason = iota // a void result is sorted, grouped, made distinct, collected or compared
	VoidAsBoolean                 // a void result stands where a boolean must
	NoDestination                 // a bare SELECT in PL/pgSQL, whose result has nowhere to go
	WideKey                       // a bigint in the two-key form
	NullKey                       // the functions are STRICT: no lock, no error
	UnderExists                   // step 1: EXISTS drops its SELECT list, or stops at the first row
	Unreferenced                  // step 1: a CTE that nothing reads never runs
	ReadPartly                    // step 1: a CTE is read only as far as LIMIT asks
	MaybeUnread                   // step 1: joined to a relation that may be empty, or an outer condition is pushed in
	PerRow                        // step 3: a key without column in a statement that reads rows
	BesideCondition               // step 4: another condition stands beside the lock
	AcrossJoin                    // step 4: the lock stands in a condition over several relations
	BeforeLimit                   // step 4: ORDER BY + LIMIT, OFFSET, WITH TIES or a row lock reads more rows than it returns
	OffsetRows                    // step 5: rows that OFFSET drops are locked too
	TiesRow                       // step 5: WITH TIES reads one row more
	RowLock                       // step 5: the advisory lock is taken below FOR UPDATE/SHARE
	FeedsSort                     // step 5: the lock's result is sorted, grouped or made distinct before LIMIT
	FeedsAggregate                // step 5: the lock is an argument of a window function or aggregate under LIMIT
	SetArm                        // step 5: arm of a set operation, evaluated whole
	SubSelectLimit                // step 5: a sub-SELECT expression is evaluated before ORDER BY + LIMIT
	FanOut                        // step 5: a join or set-returning function repeats rows: one key is locked several times
	SameLevelLimit                // step 5: LIMIT beside the lock, exact but not guaranteed
	OrderOnly                     // step 5: ORDER BY beside the lock, exact but not guaranteed (strict)
	FromItem                      // step 6: the lock stands in FROM, below a sort, a join or a subplan
	OuterLevel                    // step 7: an outer level reads more of the lock's level than it returns
	LoopLeft                      // PL/pgSQL: a FOR loop that is left early has fetched rows ahead
)
