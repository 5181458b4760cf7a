package closure

import (
	"context"
	"database/sql"
)

func SecondFunction(ctx context.Context, conn *sql.Conn, key int64) (func(), error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in SecondFunction$`
		return nil, err
	}
	return makeRelease(ctx, conn, key), nil
}

func makeRelease(ctx context.Context, conn *sql.Conn, key int64) func() {
	return func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) } // want `pg_advisory_unlock: pinned conn; key is parameter; from SecondFunction with key, SecondFunctionDeferred with key$`
}
