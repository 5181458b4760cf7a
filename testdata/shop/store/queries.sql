-- The queries that sqlc turns into queries.sql.go. They can be checked as they are: advlockcheck sql store/queries.sql

-- Exact in every version of PostgreSQL so far. The manual promises it only if LIMIT stands in a subquery.
-- name: LockDueCustomers :many
SELECT id, pg_advisory_xact_lock(id)
FROM customers
WHERE balance > 0
ORDER BY id
LIMIT $1;

-- name: LockCustomer :exec
SELECT pg_advisory_xact_lock($1::bigint);
