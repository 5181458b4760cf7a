// Package flags remembers whether a lock is held.
package flags

import (
	"context"
	"database/sql"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// The flag is a state.
type state int

const (
	idle state = iota
	held
	broken
)

func byState(ctx context.Context, conn *sql.Conn) error {
	st := idle
	defer func() {
		if st == held {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34001)")
		}
	}()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34001)"); err != nil {
		return err
	}
	st = held
	_, err := conn.ExecContext(ctx, "CALL tune_radio()")
	return err
}

// The state is overwritten on the way.
func byStateLost(ctx context.Context, conn *sql.Conn) error {
	st := idle
	defer func() {
		if st == held {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34002)")
		}
	}()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34002)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	st = held
	if _, err := conn.ExecContext(ctx, "CALL tune_radio()"); err != nil {
		st = broken
		return err
	}
	return nil
}

// The flag is behind a pointer.
func byPointer(ctx context.Context, conn *sql.Conn) error {
	locked := new(bool)
	defer func() {
		if *locked {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34003)")
		}
	}()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34003)"); err != nil {
		return err
	}
	*locked = true
	_, err := conn.ExecContext(ctx, "CALL tune_radio()")
	return err
}

// The flag is atomic.
func byAtomic(ctx context.Context, conn *sql.Conn) error {
	var locked atomic.Bool
	defer func() {
		if locked.Load() {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34004)")
		}
	}()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34004)"); err != nil {
		return err
	}
	locked.Store(true)
	_, err := conn.ExecContext(ctx, "CALL tune_radio()")
	return err
}

// The flag is swapped, so that only one of two places unlocks.
func bySwap(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34005)"); err != nil {
		return err
	}
	var done atomic.Bool
	unlock := func() {
		if done.CompareAndSwap(false, true) {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34005)")
		}
	}
	defer unlock()
	if _, err := conn.ExecContext(ctx, "CALL tune_radio()"); err != nil {
		return err
	}
	unlock()
	return nil
}

// The flag is a field of a local struct.
func byField(ctx context.Context, pool *pgxpool.Pool) (err error) {
	var radio struct {
		conn   *pgxpool.Conn
		locked bool
	}
	defer func() {
		if radio.conn == nil {
			return
		}
		if radio.locked {
			radio.conn.Exec(context.Background(), "SELECT pg_advisory_unlock(34006)")
		}
		radio.conn.Release()
	}()
	if radio.conn, err = pool.Acquire(ctx); err != nil {
		return err
	}
	if _, err := radio.conn.Exec(ctx, "SELECT pg_advisory_lock(34006)"); err != nil {
		return err
	}
	radio.locked = true
	_, err = radio.conn.Exec(ctx, "CALL tune_radio()")
	return err
}

// A connection that is closed holds no lock.
func unlessClosed(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(34007)"); err != nil {
		return err
	}
	defer func() {
		if conn.IsClosed() {
			return
		}
		conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(34007)")
	}()
	_, err := conn.Exec(ctx, "CALL tune_radio()")
	return err
}

// A handle that may be nil is the flag.
func byNil(ctx context.Context, db *sql.DB, exclusive bool) (err error) {
	var conn *sql.Conn
	if exclusive {
		if conn, err = db.Conn(ctx); err != nil {
			return err
		}
		defer conn.Close()
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34008)"); err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, "CALL tune_radio()")
	if conn != nil {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34008)")
	}
	return err
}

// The negative flag is set where the lock is given up.
func surrendered(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34009)"); err != nil {
		return err
	}
	surrendered := false
	for step := range 5 {
		if step == 3 && !surrendered {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34009)")
			surrendered = true
		}
		conn.ExecContext(ctx, "CALL tune_radio($1)", step)
	}
	if !surrendered {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34009)")
	}
	return nil
}

// A counter of what is held is zero or one.
func byCounter(ctx context.Context, conn *sql.Conn) error {
	n := 0
	defer func() {
		if n > 0 {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34010)")
		}
	}()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34010)"); err != nil {
		return err
	}
	n++
	_, err := conn.ExecContext(ctx, "CALL tune_radio()")
	return err
}

// The deferred closure gets the flag as an argument, and that is false for ever.
func byArgument(ctx context.Context, conn *sql.Conn) error {
	locked := false
	defer func(locked bool) {
		if locked {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34011)")
		}
	}(locked)
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(34011)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	locked = true
	if _, err := conn.ExecContext(ctx, "CALL tune_radio()"); err != nil {
		return err
	}
	if locked {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(34011)")
	}
	return nil
}
