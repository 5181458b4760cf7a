// Package flow takes unusual ways through a function.
package flow

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A helper ends the process.
func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func mustWork(ctx context.Context, conn *sql.Conn) {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28001)")
	must(err)
	_, err = conn.ExecContext(ctx, "CALL brew()")
	must(err)
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28001)")
	must(err)
}

// A helper ends the process in any case.
func fail(message string) {
	log.Print(message)
	os.Exit(1)
}

func failWork(ctx context.Context, conn *sql.Conn) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28002)"); err != nil {
		fail("lock")
	}
	if _, err := conn.ExecContext(ctx, "CALL brew()"); err != nil {
		fail("brew")
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28002)")
}

// A label in the style of C cleans up after failure.
func gotoFail(ctx context.Context, db *sql.DB) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(28003)"); err != nil {
		goto closeConn
	}
	if _, err = conn.ExecContext(ctx, "CALL brew()"); err != nil {
		goto unlock
	}
	_, err = conn.ExecContext(ctx, "CALL bottle()")
unlock:
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28003)")
closeConn:
	conn.Close()
	return err
}

// The goto jumps past the unlock.
func gotoWrong(ctx context.Context, db *sql.DB) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(28004)"); err != nil {
		goto closeConn
	}
	if _, err = conn.ExecContext(ctx, "CALL brew()"); err != nil {
		goto closeConn
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28004)")
closeConn:
	conn.Close() // want `\[unlockpair/giveback\]`
	return err
}

// A release that may be nil is called where it is not.
func maybe(ctx context.Context, pool *pgxpool.Pool, exclusive bool) error {
	var release func()
	defer func() {
		if release != nil {
			release()
		}
	}()
	if exclusive {
		var err error
		if release, err = acquire(ctx, pool, 28005); err != nil {
			return err
		}
	}
	_, err := pool.Exec(ctx, "CALL brew()")
	return err
}

func acquire(ctx context.Context, pool *pgxpool.Pool, key int64) (func(), error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Release()
		return nil, err
	}
	return func() {
		conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", key)
		conn.Release()
	}, nil
}

// A release that does nothing stands in for one that unlocks.
func standIn(ctx context.Context, pool *pgxpool.Pool, exclusive bool) error {
	release := func() {}
	if exclusive {
		unlock, err := acquire(ctx, pool, 28006)
		if err != nil {
			return err
		}
		release = unlock
	}
	defer release()
	_, err := pool.Exec(ctx, "CALL brew()")
	return err
}

// A stack of clean-ups runs at the end.
func stack(ctx context.Context, pool *pgxpool.Pool) error {
	var cleanups []func()
	defer func() {
		for i := len(cleanups) - 1; i >= 0; i-- {
			cleanups[i]()
		}
	}()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	cleanups = append(cleanups, conn.Release)
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(28007)"); err != nil {
		return err
	}
	cleanups = append(cleanups, func() { conn.Exec(context.Background(), "SELECT pg_advisory_unlock(28007)") })
	_, err = conn.Exec(ctx, "CALL brew()")
	return err
}

// A function that locks calls itself with other keys.
func tree(ctx context.Context, conn *sql.Conn, node int64, children map[int64][]int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", node); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", node)
	for _, child := range children[node] {
		if err := tree(ctx, conn, child, children); err != nil {
			return err
		}
	}
	return nil
}

// A select without a ready case goes on at once.
func selectDefault(ctx context.Context, conn *sql.Conn, stop <-chan struct{}) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28008)"); err != nil {
		return err
	}
	var err error
	select {
	case <-stop:
		err = errors.New("stopped")
	default:
		_, err = conn.ExecContext(ctx, "CALL brew()")
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28008)")
	return err
}

// An inner loop continues the outer one with the lock.
func continueOuter(ctx context.Context, conn *sql.Conn, vats map[int64][]string) error {
outer:
	for vat, steps := range vats {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", vat); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		for _, step := range steps {
			if _, err := conn.ExecContext(ctx, "CALL brew($1)", step); err != nil {
				continue outer
			}
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", vat)
	}
	return nil
}

// An inner loop breaks to the unlock.
func breakInner(ctx context.Context, conn *sql.Conn, vats map[int64][]string) error {
	for vat, steps := range vats {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", vat); err != nil {
			return err
		}
		for _, step := range steps {
			if _, err := conn.ExecContext(ctx, "CALL brew($1)", step); err != nil {
				break
			}
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", vat)
	}
	return nil
}

// A timeout bounds the wait, and a failed wait holds nothing.
func bounded(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SET lock_timeout = '2s'"); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28009)")
	if _, rerr := conn.ExecContext(ctx, "RESET lock_timeout"); rerr != nil && err == nil {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28009)")
		return rerr
	}
	if err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28009)")
	_, err = conn.ExecContext(ctx, "CALL brew()")
	return err
}

// The wait is bounded in a context of its own, which does not end the lock.
func boundedContext(ctx context.Context, conn *sql.Conn) error {
	wait, cancel := context.WithTimeout(ctx, 3*time.Second)
	_, err := conn.ExecContext(wait, "SELECT pg_advisory_lock(28010)")
	cancel()
	if err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28010)")
	_, err = conn.ExecContext(ctx, "CALL brew()")
	return err
}

// The reset of a timeout fails, and the lock is forgotten.
func boundedLeak(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28011)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "RESET lock_timeout"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28011)")
	_, err := conn.ExecContext(ctx, "CALL brew()")
	return err
}
