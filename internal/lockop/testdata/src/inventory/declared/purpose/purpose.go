// Package purpose holds locks as long as the process lives.
package purpose

import (
	"context"
	"database/sql"
)

func Lead(ctx context.Context, conn *sql.Conn) error {
	//advlock:hold one leader for each cluster
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1)") // want `pg_advisory_lock: pinned conn; 1 is constant; held on purpose: one leader for each cluster in Lead`
	return err
}

func lock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2)") // want `pg_advisory_lock: pinned conn; 2 is constant; held on purpose: so says the caller in Caller; from Caller`
	return err
}

func Caller(ctx context.Context, conn *sql.Conn) error {
	return lock(ctx, conn) //advlock:hold so says the caller
}

// Without a reason it has no effect.
func Unreasoned(ctx context.Context, conn *sql.Conn) error {
	//advlock:hold
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(5)") // want `pg_advisory_lock: pinned conn; 5 is constant; no release$`
	return err
}

// Nor on another line.
func Elsewhere(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(6)") // want `pg_advisory_lock: pinned conn; 6 is constant; no release$`
	//advlock:hold too late
	return err
}

// A transaction lock ends with its transaction.
func Tx(ctx context.Context, tx *sql.Tx) error {
	//advlock:hold as long as may be
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(7)") // want `pg_advisory_xact_lock: transaction tx; 7 is constant; end of the transaction$`
	return err
}

// What is given back is listed only where it is not meant to be kept.
func Paired(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(8)"); err != nil { // want `pg_advisory_lock: pinned conn; 8 is constant; deferred unlock in Paired$`
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(8)") // want `pg_advisory_unlock: pinned conn; 8 is constant$`
	return nil
}
