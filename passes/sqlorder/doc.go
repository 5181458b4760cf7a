// Package sqlorder defines an Analyzer that reports lock calls in SQL that lock other rows than the statement returns.
//
// # Analyzer sqlorder
//
// sqlorder: report advisory-lock calls in SQL that lock more, fewer or other rows than the statement returns
//
// A call of pg_advisory_lock or one of its kin is a side effect in the middle of a query. How often it runs, and for
// which rows, depends on where it stands and on the plan that the server chooses. The manual warns of it (section
// 13.3.5, Advisory Locks): in
//
//	SELECT pg_advisory_lock(id) FROM jobs WHERE id > 100 LIMIT 10
//
// LIMIT may come after the lock function has run for other rows as well.
//
// A lock on a row that is not returned is one that nobody knows of and nobody releases; a lock that is not taken guards
// nothing. Neither raises an error. The way out is nearly always the same: choose and limit the rows in a subquery,
// and lock above it.
//
//	SELECT pg_advisory_lock(q.id) FROM (
//		SELECT id FROM jobs WHERE id > 100 LIMIT 10
//	) q
//
// The analyzer reads the text that reaches a call which runs SQL: constants, concatenation, fmt.Sprintf, local and
// package variables, builders, embedded files, what sqlc generates. Text that nothing runs is of no interest, and where
// a piece of it is not known, only what holds for every piece is reported. Calls in DO blocks and in function bodies are
// looked at like all others. What is said to happen was measured on PostgreSQL 15 and 18, under several planner settings.
//
// With -sqlorder.strict, what is exact in practice but not promised by the manual is reported further than LIMIT: ORDER
// BY beside a lock as well.
//
// # Rule sqlorder/overlock
//
// The statement can lock more keys than it returns rows, or one session key several times.
//
// Conditions of one level run in the order that the planner likes, whatever is written first. The statement
//
//	SELECT id FROM jobs WHERE status = 'ready' AND pg_try_advisory_lock(id) LIMIT 1
//
// locks jobs that are not ready: for each row that is read, the server may ask for the lock first and for the status
// then. On a table of thirty rows, id = 5 AND pg_try_advisory_lock(id) locked all thirty under the default plan. The same
// happens where ORDER BY and LIMIT stand above the condition, where OFFSET drops rows that were locked already (OFFSET +
// LIMIT locks), where the result of the lock is sorted or made distinct, in the arms of UNION and its kin, below FOR
// UPDATE, and in a subquery of which an outer level returns a part. A join that repeats a row takes a session lock as
// often, and each time needs an unlock of its own.
//
// Write instead
//
//	SELECT id FROM (
//		SELECT id FROM jobs WHERE status = 'ready' ORDER BY id OFFSET 0
//	) q
//	WHERE pg_try_advisory_lock(id)
//	LIMIT 1
//
// A subquery with LIMIT or OFFSET, even OFFSET 0, and a MATERIALIZED common table expression are fences: all conditions
// below them have been decided when the lock is asked for. A plain subquery, with ORDER BY or not, is none, since the
// planner merges it with the level above.
//
// Silent: a lock that is the only condition over one relation, a lock guarded by CASE, a lock above a fence, RETURNING and
// SET, and queries that walk from row to row with a recursive common table expression, as job queues do. That one key is
// locked several times is reported for session locks only; a transaction gives all of them back.
//
// # Rule sqlorder/skipped
//
// The call never runs, or not for every row, and no error tells of it.
//
// EXISTS does not evaluate what its subquery selects; a SELECT in WITH that nothing reads is not run, MATERIALIZED or not;
// one that is read under LIMIT is run as far as the limit asks. All lock functions are strict: with a NULL key they
// return NULL and take no lock.
//
//	SELECT EXISTS (SELECT pg_advisory_lock(42));
//	WITH l AS (SELECT pg_advisory_xact_lock(42)) UPDATE jobs SET done = true WHERE id = 5;
//
// Write instead a statement of its own, before the one that it guards:
//
//	SELECT pg_advisory_xact_lock(42);
//	UPDATE jobs SET done = true WHERE id = 5;
//
// Silent: a common table expression that changes rows, which always runs, and one whose every row is read.
//
// # Rule sqlorder/gated
//
// The key reads no column, but the statement reads rows: the call runs once for each row, and not at all if there is none.
//
// With a session lock, every row locks the key once more, and one unlock is not enough; without a row, the lock is not
// taken and no error says so.
//
//	SELECT pg_advisory_lock(42) FROM jobs WHERE status = 'ready';
//
// Write instead
//
//	SELECT pg_advisory_lock(42);
//	SELECT id FROM jobs WHERE status = 'ready';
//
// Silent: a statement without FROM; a subquery without correlation, such as (SELECT pg_try_advisory_lock(42)), that is a
// condition of its own and so runs once; a constant key beside an aggregate without GROUP BY, which returns one row.
//
// # Rule sqlorder/documented
//
// The call stands in the SELECT list beside LIMIT: exact in every plan that was tried, but not guaranteed.
//
// The server is free to run the lock function for rows that LIMIT then cuts off; the manual names this very shape as a
// danger (section 13.3.5). Servers before 9.6 did lock more rows where there was an ORDER BY.
//
//	SELECT id, pg_advisory_lock(id) FROM jobs WHERE status = 'ready' ORDER BY id LIMIT 3;
//
// Write instead
//
//	SELECT id, pg_advisory_lock(id) FROM (
//		SELECT id FROM jobs WHERE status = 'ready' ORDER BY id LIMIT 3
//	) q;
//
// Silent: ORDER BY without LIMIT, which sorts first and locks then; -sqlorder.strict reports it too.
//
// # Rule sqlorder/invalid
//
// The statement always fails.
//
// The functions that wait for a lock return void, and void has no order and no equality: it cannot be sorted, grouped,
// made distinct, united without ALL, collected into an array, or taken for a boolean. In PL/pgSQL, a SELECT needs
// a destination. The form with two keys takes two values of type int; there is none for a bigint.
//
//	SELECT id FROM jobs WHERE status = 'ready' AND pg_advisory_lock(id);
//	SELECT pg_advisory_lock('jobs'::regclass::bigint, id) FROM jobs;
//
// Use pg_try_advisory_lock where a boolean is wanted, PERFORM in PL/pgSQL, and the form with one key for a bigint.
//
// Silent: what depends on the type of a column or parameter that the text does not show.
package sqlorder
