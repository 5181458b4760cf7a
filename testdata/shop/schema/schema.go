// Package schema creates the tables. Many processes start at once; one of them migrates, the others wait for it.
package schema

import (
	"context"
	"database/sql"
	_ "embed"
)

//go:embed migrations/0001_init.sql
var initial string

//go:embed migrations/0002_priority.sql
var priority string

// Migrate runs the migrations under a lock that ends with the transaction.
func Migrate(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(20260101)`); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, initial); err != nil {
		return err
	}
	// Wrong, by what stands in the file; only the lock above makes it harmless.
	if _, err := tx.ExecContext(ctx, priority); err != nil {
		return err
	}
	return tx.Commit()
}

// MigrateFirst is wrong. The key names no column, so the call runs once for each row of the table: on a fresh database
// there is none, nobody waits, and all processes migrate at once.
func MigrateFirst(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(20260101) FROM schema_migrations`)
	return err
}
