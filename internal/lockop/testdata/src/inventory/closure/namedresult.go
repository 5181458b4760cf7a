package closure

import (
	"context"
	"database/sql"
)

func NamedResult(ctx context.Context, conn *sql.Conn, key int64) (release func(), err error) {
	if _, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in NamedResult.func$`
		return
	}
	release = func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) } // want `pg_advisory_unlock: pinned conn; key is parameter$`
	return
}
