package nofix

import (
	"context"
	"database/sql"
)

// Further down, positions are those of another file.
func lines(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(122)"); err != nil {
		return err
	}
	return nil
}

//line nofix.y:100
func further() {}
