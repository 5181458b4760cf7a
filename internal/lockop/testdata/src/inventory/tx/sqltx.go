// Package tx takes locks that end with a transaction.
package tx

import (
	"context"
	"database/sql"
)

func SQLTx(ctx context.Context, db *sql.DB, key int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", key); err != nil { // want `pg_advisory_xact_lock: transaction tx; key is parameter; end of the transaction$`
		return err
	}
	return tx.Commit()
}
