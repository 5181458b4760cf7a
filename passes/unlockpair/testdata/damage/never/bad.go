// Package never takes a lock that nothing releases, and one that is released.
package never

import (
	"context"
	"database/sql"
)

// Bad forgets the connection with the lock on it.
func Bad(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(102)"); err != nil { // want `\[unlockpair/never\]`
		return err
	}
	return work()
}
