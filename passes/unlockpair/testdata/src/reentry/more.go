package reentry

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A try-lock that succeeds once more than it is released.
func tryTwice(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(11101)"); err != nil {
		return err
	}
	defer conn.Exec(context.Background(), "SELECT pg_advisory_unlock(11101)")
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(11101)").Scan(&ok); err != nil || !ok { // want `\[unlockpair/reentry\]`
		return err
	}
	_, err = conn.Exec(ctx, "CALL ingest_all()")
	return err
}

// The second lock is taken on one path only, and released there.
func secondOnDemand(ctx context.Context, conn *sql.Conn, again bool) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11102)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11102)")
	if again {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11102)"); err != nil {
			return err
		}
		conn.ExecContext(ctx, "CALL ingest_all()")
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11102)")
	}
	_, err := conn.ExecContext(ctx, "CALL ingest_all()")
	return err
}

// The arms of a condition take the same lock once.
func eitherArm(ctx context.Context, conn *sql.Conn, wait bool) error {
	if wait {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11103)"); err != nil {
			return err
		}
	} else {
		var ok bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(11103)").Scan(&ok); err != nil || !ok {
			return err
		}
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11103)")
	return nil
}

// A lock that could not be had at once is waited for.
func tryThenWait(ctx context.Context, conn *sql.Conn) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(11104)").Scan(&ok); err != nil {
		return err
	}
	if !ok {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11104)"); err != nil {
			return err
		}
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11104)")
	_, err := conn.ExecContext(ctx, "CALL ingest_all()")
	return err
}

// A lock that could be had at once is waited for as well.
func tryThenWaitWrong(ctx context.Context, conn *sql.Conn) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(11105)").Scan(&ok); err != nil {
		return err
	}
	if ok {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11105)"); err != nil { // want `\[unlockpair/reentry\]`
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11105)")
			return err
		}
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11105)")
	return err
}

// One key in two key spaces is two locks.
func twoSpaces(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(7)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(7)")
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(0, 7)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(0, 7)")
	return nil
}

// Each round has a key of its own, and what was locked is unlocked in a second loop.
func keysOfRounds(ctx context.Context, conn *sql.Conn, n int) error {
	var err error
	last := 0
	for ; last < n && err == nil; last++ {
		_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(11106, $1)", last)
	}
	if err == nil {
		_, err = conn.ExecContext(ctx, "CALL ingest_all()")
	}
	for i := range last {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11106, $1)", i)
	}
	return err
}
