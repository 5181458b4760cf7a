package a

import (
	"context"
	"database/sql"
)

func WithLock(ctx context.Context, conn *sql.Conn, fn func() error) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(104)"); err != nil { // want `pg_advisory_lock: pinned conn; 104 is constant; deferred unlock in WithLock$`
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(104)") // want `pg_advisory_unlock: pinned conn; 104 is constant$`
	return fn()
}
