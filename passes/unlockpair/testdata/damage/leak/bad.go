// Package leak returns early with a lock held, and does not.
package leak

import (
	"context"
	"database/sql"
)

// Bad forgets the lock when the work fails. The deferred Close gives it to whoever uses the pool next.
func Bad(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(101)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := work(); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(101)")
	return err
}
