// Package callback takes a lock around a function that it is given, or in one that it gives to a library.
package callback

import (
	"context"
	"database/sql"
)

func WithLock(ctx context.Context, db *sql.DB, key int64, fn func(context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; deferred unlock in WithLock; from useWithLock with 31$`
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter; from useWithLock with 31$`
	return fn(ctx)
}

func useWithLock(ctx context.Context, db *sql.DB) error {
	return WithLock(ctx, db, 31, func(context.Context) error { return nil })
}
