package samefunc

import (
	"context"
	"database/sql"
)

func Shared(ctx context.Context, conn *sql.Conn, key int32) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared(7, $1)", key); err != nil { // want `pg_advisory_lock_shared: pinned conn; 7 is constant; key is parameter; deferred unlock in Shared$`
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared(7, $1)", key) // want `pg_advisory_unlock_shared: pinned conn; 7 is constant; key is parameter$`
	work()
	return nil
}
