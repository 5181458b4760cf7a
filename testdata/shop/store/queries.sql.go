// Code generated in the manner of sqlc from queries.sql. DO NOT EDIT.

package store

import "context"

const lockCustomer = `-- name: LockCustomer :exec
SELECT pg_advisory_xact_lock($1::bigint)
`

func (q *Queries) LockCustomer(ctx context.Context, dollar_1 int64) error {
	_, err := q.db.ExecContext(ctx, lockCustomer, dollar_1)
	return err
}

const lockDueCustomers = `-- name: LockDueCustomers :many
SELECT id, pg_advisory_xact_lock(id)
FROM customers
WHERE balance > 0
ORDER BY id
LIMIT $1
`

func (q *Queries) LockDueCustomers(ctx context.Context, limit int32) ([]int64, error) {
	rows, err := q.db.QueryContext(ctx, lockDueCustomers, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var items []int64
	for rows.Next() {
		var id int64
		var locked any
		if err := rows.Scan(&id, &locked); err != nil {
			return nil, err
		}
		items = append(items, id)
	}
	return items, rows.Err()
}
