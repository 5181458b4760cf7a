package pooler

import (
	"context"
	"database/sql"
)

// Good has a session to itself for as long as its transaction lasts.
func Good(ctx context.Context, db *sql.DB, work func() error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(109)"); err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	return tx.Commit()
}
