package samefunc

import (
	"context"
	"database/sql"
)

func ClosureVariable(ctx context.Context, conn *sql.Conn, key int64) error {
	unlock := func() {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; deferred unlock in ClosureVariable.func$`
		return err
	}
	defer unlock()
	work()
	return nil
}
