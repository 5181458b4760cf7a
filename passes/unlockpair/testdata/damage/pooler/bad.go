// Package pooler takes locks behind a pooler in transaction mode: one of a session, and one of a transaction.
package pooler

import (
	"context"
	"database/sql"
)

// Bad would be right on a connection to the server itself.
func Bad(ctx context.Context, db *sql.DB, work func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(109)"); err != nil { // want `\[unlockpair/pooler\]`
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(109)")
	return work()
}
