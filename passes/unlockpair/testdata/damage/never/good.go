package never

import (
	"context"
	"database/sql"
)

// Good unlocks, and gives the connection back.
func Good(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(102)"); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(102)")
	return work()
}
