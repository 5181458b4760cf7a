// Package a takes locks for other packages.
package a

import (
	"context"
	"database/sql"
)

func Lock(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key) // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in Hold.func and method in Mutex.Unlock; from Hold with 101, Mutex.Lock with 102$`
	return err
}

func Unlock(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter; from Hold.func with 101, Mutex.Unlock with 102$`
	return err
}
