// Package txs takes locks in transactions, which is for another analyzer to judge.
package txs

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

// The end of the transaction releases its lock.
func commit(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(24001)"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "CALL seal()"); err != nil {
		return err
	}
	return tx.Commit()
}

// A session lock in a transaction outlives it.
func outlives(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_lock(24002)"); err != nil {
		return err
	}
	return tx.Commit()
}

// The same with pgx, and an early return.
func outlivesEarly(ctx context.Context, pool *pgxpool.Pool) error {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_lock(24003)"); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "CALL seal()"); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_unlock(24003)"); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// A try-lock of a transaction, in a callback.
func beginFunc(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		var ok bool
		if err := tx.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock(24004)").Scan(&ok); err != nil || !ok {
			return err
		}
		_, err := tx.Exec(ctx, "CALL seal()")
		return err
	})
}

// The transaction belongs to the caller.
func helper(ctx context.Context, tx *sqlx.Tx, key int64) (ok bool, err error) {
	err = tx.Get(&ok, "SELECT pg_try_advisory_xact_lock($1)", key)
	return ok, err
}

// A session lock is taken in a transaction of a connection and released on the connection.
func acrossTransaction(ctx context.Context, conn *sql.Conn) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_lock(24005)"); err != nil {
		tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(24005)")
	_, err = conn.ExecContext(ctx, "CALL seal()")
	return err
}

// The lock is taken before BEGIN and released after COMMIT, all on one connection.
func aroundTransaction(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(24006)"); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(24006)")
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "CALL seal()"); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// The lock is released by a statement of the transaction, on the same session.
func releasedInside(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(24007)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_unlock(24007)"); err != nil {
		return err
	}
	return tx.Commit()
}

// A transaction in one text.
func oneText(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "BEGIN; SELECT pg_advisory_xact_lock(24008); CALL seal(); COMMIT")
	return err
}

// A lock on the connection is forgotten although a transaction runs on it.
func leakAroundTransaction(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(24009)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "CALL seal()"); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(24009)")
	return err
}
