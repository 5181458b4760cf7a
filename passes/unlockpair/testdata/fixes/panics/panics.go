// Package panics unlocks, unless something panics.
package panics

import (
	"context"
	"database/sql"
)

func explicit(ctx context.Context, conn *sql.Conn, key int64, work func() error) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/panic\]`
		return err
	}
	err := work()
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return err
}
