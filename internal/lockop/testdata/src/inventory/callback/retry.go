package callback

import (
	"context"
	"database/sql"
)

func retry(f func() error) error { return f() }

// The acquisition stands in a literal, the release does not.
func Retry(ctx context.Context, conn *sql.Conn) error {
	err := retry(func() error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(33)") // want `pg_advisory_lock: pinned conn; 33 is constant; unlock in Retry$`
		return err
	})
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(33)") // want `pg_advisory_unlock: pinned conn; 33 is constant$`
	return err
}
