package a

import (
	"context"
	"database/sql"
)

func LockFor[K ~int64](ctx context.Context, conn *sql.Conn, key K) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(key)) // want `pg_advisory_lock: pinned conn; int64 key is parameter; no release$`
	return err
}
