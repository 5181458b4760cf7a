// Package wrappers takes and gives back locks for its callers.
package wrappers

import (
	"context"
	"database/sql"
)

func Lock(ctx context.Context, conn *sql.Conn, key int64) error { // want Lock:`^acquires pg_advisory_lock\(key \(parameter\)\)$` Lock:`^flow `
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key)
	return err
}

func Unlock(ctx context.Context, conn *sql.Conn, key int64) error { // want Unlock:`^releases$` Unlock:`^flow `
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return err
}

func Nightly(ctx context.Context, conn *sql.Conn) error { return Lock(ctx, conn, 7) } // want Nightly:`^acquires pg_advisory_lock\(7\)$` Nightly:`^flow `

func Hold(ctx context.Context, conn *sql.Conn) (func(), error) { // want Hold:`^acquires pg_advisory_lock\(8\), returns the release$` Hold:`^flow `
	if err := Lock(ctx, conn, 8); err != nil {
		return nil, err
	}
	return func() { Unlock(ctx, conn, 8) }, nil
}

func With(ctx context.Context, conn *sql.Conn, key int64, f func() error) error { // want With:`^holds pg_advisory_lock\(key \(parameter\)\)$` With:`^flow `
	if err := Lock(ctx, conn, key); err != nil {
		return err
	}
	defer Unlock(ctx, conn, key)
	return f()
}

func LockTx(tx *sql.Tx, id int64) error { // want LockTx:`^acquires pg_advisory_xact_lock\(\(1, id\) \(parameter\)\)$` LockTx:`^flow `
	_, err := tx.Exec("SELECT pg_advisory_xact_lock(1, $1)", id)
	return err
}

type Mutex struct{ conn *sql.Conn }

func (m *Mutex) Lock(ctx context.Context) error { return Lock(ctx, m.conn, 9) } // want Lock:`^acquires pg_advisory_lock\(9\)$` Lock:`^flow `

func (m *Mutex) Unlock(ctx context.Context) error { return Unlock(ctx, m.conn, 9) } // want Unlock:`^releases$` Unlock:`^flow `
