// Package closure returns what gives the lock back.
package closure

import (
	"context"
	"database/sql"
)

func Direct(ctx context.Context, conn *sql.Conn, key int64) (func(), error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in Direct.func; from useDirect with 3$`
		return nil, err
	}
	return func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) }, nil // want `pg_advisory_unlock: pinned conn; key is parameter; from useDirect with 3$`
}

func useDirect(ctx context.Context, conn *sql.Conn) error {
	unlock, err := Direct(ctx, conn, 3)
	if err != nil {
		return err
	}
	defer unlock()
	return nil
}
