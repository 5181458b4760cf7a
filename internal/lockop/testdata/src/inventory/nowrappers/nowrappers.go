// Package nowrappers has locks, and owes nothing to its callers.
package nowrappers

import (
	"context"
	"database/sql"
)

func Run(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(121)"); err != nil { // want `pg_advisory_lock: pinned conn; 121 is constant; deferred unlock in Run$`
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(121)") // want `pg_advisory_unlock: pinned conn; 121 is constant$`
	return nil
}

func InTx(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(122)"); err != nil { // want `pg_advisory_xact_lock: transaction tx; 122 is constant; end of the transaction$`
		return err
	}
	return tx.Commit()
}
