// Package wrappers locks and unlocks in helpers that take the session as a parameter.
package wrappers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

func lock(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return fmt.Errorf("lock %d: %w", key, err)
	}
	return nil
}

func unlock(ctx context.Context, conn *sql.Conn, key int64) error {
	var freed bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock($1)", key).Scan(&freed); err != nil {
		return err
	}
	if !freed {
		return errors.New("was not locked")
	}
	return nil
}

// Both helpers are used.
func pair(ctx context.Context, conn *sql.Conn) error {
	if err := lock(ctx, conn, 14001); err != nil {
		return err
	}
	defer unlock(ctx, conn, 14001)
	_, err := conn.ExecContext(ctx, "CALL harvest()")
	return err
}

// The second helper is not reached on all paths.
func pairForgotten(ctx context.Context, conn *sql.Conn) error {
	if err := lock(ctx, conn, 14002); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL harvest()"); err != nil {
		return err
	}
	return unlock(ctx, conn, 14002)
}

// The helper locks, the caller unlocks by itself.
func mixed(ctx context.Context, conn *sql.Conn, key int64) error {
	if err := lock(ctx, conn, key); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return nil
}

// The caller locks by itself, the helper unlocks.
func mixedOther(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	defer unlock(ctx, conn, key)
	return nil
}

// The helpers are called with two keys.
func otherKey(ctx context.Context, conn *sql.Conn) error {
	if err := lock(ctx, conn, 14003); err != nil {
		return err
	}
	return unlock(ctx, conn, 14030) // want `\[unlockpair/mismatch\]`
}

// A helper of the helper.
func lockBoth(ctx context.Context, conn *sql.Conn) error {
	if err := lock(ctx, conn, 14004); err != nil {
		return err
	}
	if err := lock(ctx, conn, 14005); err != nil {
		return errors.Join(err, unlock(ctx, conn, 14004))
	}
	return nil
}

func unlockBoth(ctx context.Context, conn *sql.Conn) error {
	return errors.Join(unlock(ctx, conn, 14005), unlock(ctx, conn, 14004))
}

// Two levels up, both are released.
func both(ctx context.Context, conn *sql.Conn) error {
	if err := lockBoth(ctx, conn); err != nil {
		return err
	}
	defer unlockBoth(ctx, conn)
	_, err := conn.ExecContext(ctx, "CALL harvest()")
	return err
}

// A helper that locks two keys forgets the first when the second fails.
func lockTwo(ctx context.Context, conn *sql.Conn) error {
	if err := lock(ctx, conn, 14006); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	return lock(ctx, conn, 14007)
}

func unlockTwo(ctx context.Context, conn *sql.Conn) error {
	return errors.Join(unlock(ctx, conn, 14007), unlock(ctx, conn, 14006))
}

func two(ctx context.Context, conn *sql.Conn) error {
	if err := lockTwo(ctx, conn); err != nil {
		return err
	}
	return unlockTwo(ctx, conn)
}

// The boolean of a helper says whether the lock is held.
func try(ctx context.Context, conn *sql.Conn, key int64) (ok bool, err error) {
	err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok)
	return ok, err
}

func tried(ctx context.Context, conn *sql.Conn) error {
	ok, err := try(ctx, conn, 14008)
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	defer unlock(ctx, conn, 14008)
	_, err = conn.ExecContext(ctx, "CALL harvest()")
	return err
}

func triedForgotten(ctx context.Context, conn *sql.Conn) error {
	ok, err := try(ctx, conn, 14009) // want `\[unlockpair/leak\]`
	if err != nil || !ok {
		return err
	}
	if _, err = conn.ExecContext(ctx, "CALL harvest()"); err != nil {
		return err
	}
	return unlock(ctx, conn, 14009)
}

// The error of a helper says that the lock is not held.
var errTaken = errors.New("taken")

func tryError(ctx context.Context, conn *sql.Conn, key int64) error {
	ok, err := try(ctx, conn, key)
	if err != nil {
		return err
	}
	if !ok {
		return errTaken
	}
	return nil
}

func triedError(ctx context.Context, conn *sql.Conn) error {
	err := tryError(ctx, conn, 14010)
	if errors.Is(err, errTaken) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock(ctx, conn, 14010)
	_, err = conn.ExecContext(ctx, "CALL harvest()")
	return err
}

// The helper gives the connection back in place of its caller.
func finish(conn *pgxpool.Conn, key int64) {
	conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", key)
	conn.Release()
}

func finished(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(14011)"); err != nil {
		conn.Release()
		return err
	}
	defer finish(conn, 14011)
	_, err = conn.Exec(ctx, "CALL harvest()")
	return err
}

// The helper checks the connection out and gives it to its caller with the lock.
func start(ctx context.Context, pool *pgxpool.Pool, key int64) (*pgxpool.Conn, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Release()
		return nil, err
	}
	return conn, nil
}

func started(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := start(ctx, pool, 14012)
	if err != nil {
		return err
	}
	defer finish(conn, 14012)
	_, err = conn.Exec(ctx, "CALL harvest()")
	return err
}

func startedReleased(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := start(ctx, pool, 14013)
	if err != nil {
		return err
	}
	defer conn.Release() // want `\[unlockpair/giveback\]`
	_, err = conn.Exec(ctx, "CALL harvest()")
	return err
}

// The text of the statement is a parameter.
func run(ctx context.Context, conn *sql.Conn, query string, key int64) error {
	_, err := conn.ExecContext(ctx, query, key)
	return err
}

func runs(ctx context.Context, conn *sql.Conn) error {
	if err := run(ctx, conn, "SELECT pg_advisory_lock($1)", 14014); err != nil {
		return err
	}
	defer run(ctx, conn, "SELECT pg_advisory_unlock($1)", 14014)
	return run(ctx, conn, "CALL harvest($1)", 1)
}

func runsForgotten(ctx context.Context, conn *sql.Conn) error {
	if err := run(ctx, conn, "SELECT pg_advisory_lock($1)", 14015); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := run(ctx, conn, "CALL harvest($1)", 1); err != nil {
		return err
	}
	return run(ctx, conn, "SELECT pg_advisory_unlock($1)", 14015)
}
