-- Nothing reads the CTE, and PostgreSQL does not run a SELECT that nothing reads: no lock is taken.
WITH guard AS (
	SELECT pg_advisory_xact_lock(2)
)
UPDATE jobs SET priority = 1 WHERE state = 'new' AND priority = 0;
