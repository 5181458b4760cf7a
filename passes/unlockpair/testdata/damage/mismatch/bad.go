// Package mismatch calls an unlock function that does not match the lock, and the one that does.
package mismatch

import (
	"context"
	"database/sql"
)

// Bad unlocks a shared lock as if it were exclusive.
func Bad(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared(105)"); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(105)") // want `\[unlockpair/mismatch\]`
	return work()
}
