// Package importer has no SQL, and wraps the wrappers.
package importer

import (
	"context"
	"database/sql"

	"facts/wrappers"
)

func Passes(ctx context.Context, conn *sql.Conn, id int64) error { // want Passes:`^acquires pg_advisory_lock\(id \(parameter\)\)$` Passes:`^flow `
	return wrappers.Lock(ctx, conn, id)
}

func Fixes(ctx context.Context, conn *sql.Conn) error { return wrappers.Lock(ctx, conn, 10) } // want Fixes:`^acquires pg_advisory_lock\(10\)$` Fixes:`^flow `

func Keeps(ctx context.Context, m *wrappers.Mutex) error { return m.Lock(ctx) } // want Keeps:`^acquires pg_advisory_lock\(9\)$` Keeps:`^flow `

// Owes nothing.
func Balanced(ctx context.Context, m *wrappers.Mutex) error {
	if err := m.Lock(ctx); err != nil {
		return err
	}
	return m.Unlock(ctx)
}

// The transaction begins and ends here.
func OwnTx(ctx context.Context, db *sql.DB, id int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := wrappers.LockTx(tx, id); err != nil {
		return err
	}
	return tx.Commit()
}
