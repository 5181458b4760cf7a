package ends

import (
	"context"
	"database/sql"
)

// Held as long as the process lives.
func Lifetime(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(56)") // want `pg_advisory_lock: pinned conn; 56 is constant; no release$`
	return err
}
