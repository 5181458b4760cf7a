package samefunc

import (
	"context"
	"database/sql"
)

func DeferredClosure(ctx context.Context, conn *sql.Conn, key int64) (err error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; deferred unlock in DeferredClosure.func$`
		return err
	}
	defer func() {
		if _, e := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key); e != nil && err == nil { // want `pg_advisory_unlock: pinned conn; key is parameter$`
			err = e
		}
	}()
	work()
	return nil
}
