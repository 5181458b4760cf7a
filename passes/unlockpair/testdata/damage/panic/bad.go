// Package panic does work that may panic, with and without a deferred unlock.
package panic

import (
	"context"
	"database/sql"
)

// Bad never comes to its unlock if the work panics; but it comes to its Close.
func Bad(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(108)"); err != nil { // want `\[unlockpair/panic\]`
		return err
	}
	err = work()
	conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(108)")
	return err
}
