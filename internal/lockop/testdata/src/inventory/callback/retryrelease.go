package callback

import (
	"context"
	"database/sql"
)

func RetryRelease(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34)"); err != nil { // want `pg_advisory_lock: pinned conn; 34 is constant; callback in RetryRelease.func$`
		return err
	}
	return retry(func() error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34)") // want `pg_advisory_unlock: pinned conn; 34 is constant$`
		return err
	})
}
