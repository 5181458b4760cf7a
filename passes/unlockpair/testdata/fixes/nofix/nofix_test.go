package nofix

import (
	"context"
	"database/sql"
)

func inTest(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(123)"); err != nil {
		return err
	}
	return nil
}
