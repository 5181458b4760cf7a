// Package helper has functions that take and give back locks on a connection of their caller.
package helper

import (
	"context"
	"database/sql"
)

func lock(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key) // want `pg_advisory_lock: pinned conn; key is parameter; deferred helper in Pair; from Pair with 41$`
	return err
}

func unlock(ctx context.Context, conn *sql.Conn, key int64) {
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter; from Pair with 41$`
}

func Pair(ctx context.Context, conn *sql.Conn) error {
	if err := lock(ctx, conn, 41); err != nil {
		return err
	}
	defer unlock(ctx, conn, 41)
	return nil
}
