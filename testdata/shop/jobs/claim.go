// Package jobs claims jobs: each is worked on by one worker at a time, the one that holds the job's advisory lock.
package jobs

import (
	"context"
	"database/sql"
)

// ClaimFirst is wrong. The lock stands beside a predicate, so PostgreSQL may take it for any row that it reads, in the
// order it likes: with a table of a thousand jobs, one worker can hold a thousand locks and get ten rows.
func ClaimFirst(ctx context.Context, conn *sql.Conn, n int) ([]int64, error) {
	return ids(conn.QueryContext(ctx, `
		SELECT id FROM jobs
		WHERE state = 'new' AND pg_try_advisory_lock(id)
		ORDER BY priority, id
		LIMIT $1`, n))
}

// Claim is right. OFFSET 0 is a fence that PostgreSQL moves no condition across: the state has been decided, and the rows
// are in order, when the lock is asked for, and LIMIT stops asking after the last row that it needs. What another worker
// holds is passed over.
func Claim(ctx context.Context, conn *sql.Conn, n int) ([]int64, error) {
	return ids(conn.QueryContext(ctx, `
		SELECT id
		FROM (
			SELECT id FROM jobs
			WHERE state = 'new'
			ORDER BY priority, id
			OFFSET 0
		) AS candidate
		WHERE pg_try_advisory_lock(id)
		LIMIT $1`, n))
}

// ClaimPage is wrong. Rows that OFFSET skips are computed before they are dropped, and so they are locked, with nobody to
// unlock them.
func ClaimPage(ctx context.Context, conn *sql.Conn, page, n int) ([]int64, error) {
	return ids(conn.QueryContext(ctx,
		`SELECT id FROM (SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id LIMIT $1 OFFSET $2) AS page`, n, page*n))
}

// Finish marks a job done, then lets go of it.
func Finish(ctx context.Context, conn *sql.Conn, id int64) error {
	if _, err := conn.ExecContext(ctx, `UPDATE jobs SET state = 'done' WHERE id = $1`, id); err != nil {
		return err
	}
	var held bool
	return conn.QueryRowContext(ctx, `SELECT pg_advisory_unlock($1)`, id).Scan(&held)
}

// ids reads rows of one number each.
func ids(rows *sql.Rows, err error) ([]int64, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		all = append(all, id)
	}
	return all, rows.Err()
}
