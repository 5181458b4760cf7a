// Package errorstyles looks at the error of a lock in many ways.
package errorstyles

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"

	"github.com/jackc/pgx/v5"
)

const (
	lock   = "SELECT pg_advisory_lock($1)"
	unlock = "SELECT pg_advisory_unlock($1)"
)

// The error is a variable of its own.
func separate(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, lock, key)
	if err != nil {
		return fmt.Errorf("lock %d: %w", key, err)
	}
	defer conn.ExecContext(ctx, unlock, key)
	return nil
}

// The unlock is deferred before the error is looked at.
func deferBeforeCheck(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, lock, key)
	defer conn.ExecContext(ctx, unlock, key)
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "DELETE FROM outbox")
	return err
}

// The condition stands the other way round.
func positive(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, lock, key)
	if err == nil {
		conn.ExecContext(ctx, "DELETE FROM outbox")
		conn.ExecContext(ctx, unlock, key)
	}
	return err
}

// Everything happens in the initializer of one if.
func elseBranch(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, lock, key); err != nil {
		return err
	} else if _, err := conn.ExecContext(ctx, "DELETE FROM outbox"); err != nil {
		conn.ExecContext(ctx, unlock, key)
		return err
	} else if _, err := conn.ExecContext(ctx, unlock, key); err != nil {
		return err
	}
	return nil
}

// A switch without a tag asks for the error.
func switchError(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, lock, key)
	switch {
	case errors.Is(err, context.Canceled):
		return nil
	case err != nil:
		return err
	}
	defer conn.ExecContext(ctx, unlock, key)
	return nil
}

// Any error that errors.Is finds is an error.
func errorsIsFirst(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, lock, key)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, unlock, key)
	return err
}

// The named result carries the error to the end.
func namedResult(ctx context.Context, conn *sql.Conn, key int64) (err error) {
	if _, err = conn.ExecContext(ctx, lock, key); err != nil {
		return
	}
	defer func() {
		if _, uerr := conn.ExecContext(ctx, unlock, key); err == nil {
			err = uerr
		}
	}()
	_, err = conn.ExecContext(ctx, "DELETE FROM outbox")
	return
}

// The deferred closure unlocks only when the result is an error, and Close does not.
func namedResultOnly(ctx context.Context, db *sql.DB, key int64) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err = conn.ExecContext(ctx, lock, key); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	defer func() {
		if err != nil {
			conn.ExecContext(ctx, unlock, key)
		}
	}()
	_, err = conn.ExecContext(ctx, "DELETE FROM outbox")
	return err
}

// A helper that unlocks when it fails leaves the lock to its caller when it succeeds.
func lockAndCount(ctx context.Context, conn *sql.Conn, key int64) (n int, err error) {
	if _, err = conn.ExecContext(ctx, lock, key); err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			conn.ExecContext(ctx, unlock, key)
		}
	}()
	err = conn.QueryRowContext(ctx, "SELECT count(*) FROM outbox").Scan(&n)
	return n, err
}

func countLocked(ctx context.Context, conn *sql.Conn) error {
	n, err := lockAndCount(ctx, conn, 1301)
	if err != nil {
		return err
	}
	defer conn.ExecContext(ctx, unlock, 1301)
	log.Print(n)
	return nil
}

// The inner err hides the named result, which stays nil, but a return sets it.
func shadowed(ctx context.Context, conn *sql.Conn, key int64) (err error) {
	if _, err := conn.ExecContext(ctx, lock, key); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			log.Print(err)
		}
		conn.ExecContext(ctx, unlock, key)
	}()
	if _, err := conn.ExecContext(ctx, "DELETE FROM outbox"); err != nil {
		return err
	}
	return nil
}

// Errors of three statements are compared once, at the end.
func comparedAtEnd(ctx context.Context, conn *sql.Conn, key int64) error {
	_, lockErr := conn.ExecContext(ctx, lock, key)
	var workErr, unlockErr error
	if lockErr == nil {
		_, workErr = conn.ExecContext(ctx, "DELETE FROM outbox")
		_, unlockErr = conn.ExecContext(ctx, unlock, key)
	}
	return errors.Join(lockErr, workErr, unlockErr)
}

// The second error is checked in place of the first.
func wrongError(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, lock, key) // want `\[unlockpair/leak\]`
	_, err = conn.ExecContext(ctx, "DELETE FROM outbox")
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, unlock, key)
	return err
}

// A goroutine's worth of checks in one chain: nothing is held where the first link fails.
func chain(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, lock, key)
	if err == nil {
		_, err = conn.ExecContext(ctx, "DELETE FROM outbox")
		conn.ExecContext(ctx, unlock, key)
	}
	if err == nil {
		_, err = conn.ExecContext(ctx, "ANALYZE outbox")
	}
	return err
}

// The row is there if and only if the lock is.
func noRows(ctx context.Context, conn *sql.Conn, key int64) error {
	var one int
	err := conn.QueryRowContext(ctx, "SELECT 1 WHERE pg_try_advisory_lock($1)", key).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	defer conn.ExecContext(ctx, unlock, key)
	return nil
}

// pgx has an error of its own for no rows.
func pgxNoRows(ctx context.Context, conn *pgx.Conn, key int64) error {
	var one int
	switch err := conn.QueryRow(ctx, "SELECT 1 WHERE pg_try_advisory_lock($1)", key).Scan(&one); {
	case err == pgx.ErrNoRows:
		return nil
	case err != nil:
		return err
	}
	_, err := conn.Exec(context.Background(), unlock, key)
	return err
}

// The error is wrapped by a helper and tested afterwards.
func wrapped(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, lock, key)
	if err := annotate(err); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, unlock, key)
	return err
}

func annotate(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("outbox: %w", err)
}
