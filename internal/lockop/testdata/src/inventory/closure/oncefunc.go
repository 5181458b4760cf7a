package closure

import (
	"context"
	"database/sql"
	"sync"
)

func OnceFunc(ctx context.Context, conn *sql.Conn, key int64) (func(), error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in OnceFunc.func$`
		return nil, err
	}
	return sync.OnceFunc(func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) }), nil // want `pg_advisory_unlock: pinned conn; key is parameter$`
}
