package closure

import (
	"context"
	"database/sql"
)

func ClosureInClosure(ctx context.Context, conn *sql.Conn, key int64) (func(), error) {
	unlock := func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) }     // want `pg_advisory_unlock: pinned conn; key is parameter$`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in ClosureInClosure.func$`
		return nil, err
	}
	return func() {
		unlock()
		conn.Close()
	}, nil
}
