// Package pooler is for the flag that reports every session lock.
package pooler

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A session lock, however well it is released.
func deferred(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(27001)"); err != nil { // want `\[unlockpair/pooler\]`
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(27001)")
	return nil
}

// A try-lock, shared.
func trySharedLock(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock_shared(27002)").Scan(&ok); err != nil || !ok { // want `\[unlockpair/pooler\]`
		return err
	}
	_, err = conn.Exec(context.Background(), "SELECT pg_advisory_unlock_shared(27002)")
	return err
}

// The end of a client connection is not the end of a session behind a pooler.
func native(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "SELECT pg_advisory_lock(27003)") // want `\[unlockpair/pooler\]`
	return err
}

// A transaction keeps its server connection.
func transaction(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(27004)"); err != nil {
		return err
	}
	return tx.Commit()
}

// So does a try-lock of a transaction.
func transactionTry(ctx context.Context, tx pgx.Tx) (ok bool, err error) {
	err = tx.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock(27005)").Scan(&ok)
	return ok, err
}

// This connection does not go through the pooler.
func direct(ctx context.Context, conn *sql.Conn) error {
	//advlock:ignore unlockpair/pooler this connection goes to the server itself
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(27006)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(27006)")
	return nil
}
