package closure

import (
	"context"
	"database/sql"
)

func SecondFunctionDeferred(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; deferred closure in SecondFunctionDeferred$`
		return err
	}
	defer makeRelease(ctx, conn, key)()
	return nil
}
