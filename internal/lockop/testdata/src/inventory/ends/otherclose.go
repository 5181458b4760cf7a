package ends

import (
	"context"
	"database/sql"
)

// Closing rows or a statement ends no session.
func OtherClose(ctx context.Context, conn *sql.Conn) error {
	rows, err := conn.QueryContext(ctx, "SELECT pg_advisory_lock(58)") // want `pg_advisory_lock: pinned conn; 58 is constant; no release$`
	if err != nil {
		return err
	}
	return rows.Close()
}
