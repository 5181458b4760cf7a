// Package leader elects one process of many, by one advisory lock.
package leader

import (
	"context"
	"database/sql"
)

// key is the lock of the election, chosen at random once.
const key = 7_244_190_318

// CampaignFirst is wrong. EXISTS asks whether there is a row, and never computes what stands in it: the lock is not
// taken, and everybody is told to be the leader.
func CampaignFirst(ctx context.Context, conn *sql.Conn) (elected bool, err error) {
	err = conn.QueryRowContext(ctx, `SELECT EXISTS (SELECT pg_try_advisory_lock($1))`, key).Scan(&elected)
	return elected, err
}

// Campaign is right.
func Campaign(ctx context.Context, conn *sql.Conn) (elected bool, err error) {
	err = conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, key).Scan(&elected)
	return elected, err
}

// Resign lets another process win.
func Resign(ctx context.Context, conn *sql.Conn) error {
	var held bool
	return conn.QueryRowContext(ctx, `SELECT pg_advisory_unlock($1)`, key).Scan(&held)
}
