package panic

import (
	"context"
	"database/sql"
)

// Good defers the unlock.
func Good(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(108)"); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(108)")
	return work()
}
