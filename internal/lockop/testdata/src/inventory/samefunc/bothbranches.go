package samefunc

import (
	"context"
	"database/sql"
)

func BothBranches(ctx context.Context, conn *sql.Conn, key int64, fast bool) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; unlock in BothBranches and unlock in BothBranches$`
		return err
	}
	if fast {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
		return err
	}
	work()
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
	return err
}
