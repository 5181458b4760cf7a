// Package none has locks, and owes nothing to its callers.
package none

import (
	"context"
	"database/sql"
)

func Run(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11)")
	return nil
}

func InTx(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(12)"); err != nil {
		return err
	}
	return tx.Commit()
}

// What runs in another goroutine is not the caller's.
func Background(ctx context.Context, conn *sql.Conn) {
	go conn.ExecContext(ctx, "SELECT pg_advisory_lock(13)")
}
