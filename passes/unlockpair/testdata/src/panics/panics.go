// Package panics is for the flag that looks at panics.
package panics

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// The callback may panic, and nothing is deferred.
func notDeferred(ctx context.Context, conn *sql.Conn, fn func() error) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(26001)"); err != nil { // want `\[unlockpair/panic\]`
		return err
	}
	err := fn()
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(26001)")
	return err
}

// A deferred Close gives the connection back with the lock when the callback panics.
func onlyCloseDeferred(ctx context.Context, db *sql.DB, fn func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(26002)"); err != nil { // want `\[unlockpair/panic\]`
		return err
	}
	err = fn()
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(26002)")
	return err
}

// The same on pgxpool.
func onlyReleaseDeferred(ctx context.Context, pool *pgxpool.Pool, fn func(*pgxpool.Conn)) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(26003)"); err != nil { // want `\[unlockpair/panic\]`
		return err
	}
	fn(conn)
	_, err = conn.Exec(context.Background(), "SELECT pg_advisory_unlock(26003)")
	return err
}

// Each round of a loop may panic.
func inLoop(ctx context.Context, conn *sql.Conn, fns []func()) error {
	for _, fn := range fns {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(26004)"); err != nil { // want `\[unlockpair/panic\]`
			return err
		}
		fn()
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(26004)")
	}
	return nil
}

// The panic is in plain sight.
func explicit(ctx context.Context, conn *sql.Conn, n int) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(26005)"); err != nil { // want `\[unlockpair/panic\]`
		return
	}
	if n < 0 {
		panic("negative")
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(26005)")
}

// The unlock is deferred.
func deferred(ctx context.Context, conn *sql.Conn, fn func() error) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(26006)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(26006)")
	return fn()
}

// The unlock is deferred in a closure with a flag.
func deferredFlag(ctx context.Context, conn *sql.Conn, fn func() error) error {
	locked := false
	defer func() {
		if locked {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(26007)")
		}
	}()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(26007)"); err != nil {
		return err
	}
	locked = true
	return fn()
}

// Nothing between the two can panic.
func nothingBetween(ctx context.Context, conn *sql.Conn) (n int, err error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(26008)"); err != nil {
		return 0, err
	}
	n++
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(26008)")
	return n, err
}

// A panic closes the native connection, and the lock is gone.
func native(ctx context.Context, dsn string, fn func()) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(26009)"); err != nil {
		return err
	}
	fn()
	_, err = conn.Exec(ctx, "SELECT pg_advisory_unlock(26009)")
	return err
}

// A transaction lock ends with its transaction.
func transaction(ctx context.Context, db *sql.DB, fn func()) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(26010)"); err != nil {
		return err
	}
	fn()
	return tx.Commit()
}

// One statement is deferred for all locks.
func unlockAllDeferred(ctx context.Context, conn *sql.Conn, fn func()) error {
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(26011)"); err != nil {
		return err
	}
	fn()
	return nil
}
