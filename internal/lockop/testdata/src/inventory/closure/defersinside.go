package closure

import (
	"context"
	"database/sql"
)

// What is deferred inside the closure runs when the closure is called, not when this function returns.
func DefersInside(ctx context.Context, conn *sql.Conn, key int64) (func(), error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in DefersInside.func$`
		return nil, err
	}
	return func() {
		defer conn.Close()
		defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
	}, nil
}
