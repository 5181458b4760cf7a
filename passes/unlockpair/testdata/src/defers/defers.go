// Package defers releases locks in deferred calls of all kinds.
package defers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Close was deferred first and so runs last.
func closeLast(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2001)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2001)")
	_, err = conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

// Close was deferred last and so runs first.
func closeFirst(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2002)"); err != nil {
		conn.Close()
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2002)")
	defer conn.Close() // want `\[unlockpair/giveback\]`
	_, err = conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

// The same mistake with pgxpool.
func releaseFirst(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(2003)"); err != nil {
		conn.Release()
		return err
	}
	defer conn.Exec(context.Background(), "SELECT pg_advisory_unlock(2003)")
	defer conn.Release() // want `\[unlockpair/giveback\]`
	return nil
}

// One deferred closure does both, in the right order.
func oneClosure(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(2004)"); err != nil {
		conn.Release()
		return err
	}
	defer func() {
		bg, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		conn.Exec(bg, "SELECT pg_advisory_unlock(2004)")
		conn.Release()
	}()
	return nil
}

// One deferred closure does both, in the wrong order.
func oneClosureWrong(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2005)"); err != nil {
		conn.Close()
		return err
	}
	defer func() {
		conn.Close() // want `\[unlockpair/giveback\]`
		conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(2005)")
	}()
	return nil
}

// Nothing unlocks before the connection goes back.
func closeOnly(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2006)"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

// A deferred closure tests a flag that is set once the lock is held.
func flag(ctx context.Context, conn *sql.Conn) error {
	locked := false
	defer func() {
		if locked {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2007)")
		}
	}()
	if _, err := conn.ExecContext(ctx, "CREATE TEMP TABLE pages (n int)"); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2007)"); err != nil {
		return err
	}
	locked = true
	_, err := conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

// The flag is set too late.
func flagLate(ctx context.Context, conn *sql.Conn) error {
	locked := false
	defer func() {
		if locked {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2008)")
		}
	}()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2008)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL close_ledger()"); err != nil {
		return err
	}
	locked = true
	return nil
}

// The flag is cleared by the unlock that came first.
func flagCleared(ctx context.Context, conn *sql.Conn, early bool) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2009)"); err != nil {
		return err
	}
	locked := true
	defer func() {
		if !locked {
			return
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2009)")
	}()
	if early {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2009)")
		locked = false
	}
	_, err := conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

// The unlock is deferred to the end of a function literal, not of the round.
func literalInLoop(ctx context.Context, conn *sql.Conn, ids []int64) error {
	for _, id := range ids {
		err := func() error {
			if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
				return err
			}
			defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
			_, err := conn.ExecContext(ctx, "CALL close_ledger($1)", id)
			return err
		}()
		if err != nil {
			return err
		}
	}
	return nil
}

// Each round defers the unlock of its own key.
func deferInLoop(ctx context.Context, conn *sql.Conn, ids []int64) error {
	for _, id := range ids {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
			return err
		}
		defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	}
	_, err := conn.ExecContext(ctx, "CALL close_ledgers()")
	return err
}

// The first call takes the lock, the deferred second one releases it.
func twice(ctx context.Context, conn *sql.Conn) error {
	defer begin(ctx, conn, 2010)()
	_, err := conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

func begin(ctx context.Context, conn *sql.Conn, key int64) func() {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		log.Panic(err)
	}
	return func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) }
}

// The call that would release is forgotten.
func once(ctx context.Context, conn *sql.Conn) error {
	defer begin(ctx, conn, 2011) // want `\[unlockpair/leak\]`
	_, err := conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

// A recovered panic runs the deferred unlock.
func recovers(ctx context.Context, conn *sql.Conn, fn func()) (err error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2012)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2012)")
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	fn()
	return nil
}

// The deferred unlock reports its own failure.
func joined(ctx context.Context, conn *sql.Conn) (err error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2013)"); err != nil {
		return err
	}
	defer func() {
		var freed bool
		uerr := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock(2013)").Scan(&freed)
		if uerr == nil && !freed {
			uerr = errors.New("lock was lost")
		}
		err = errors.Join(err, uerr)
	}()
	_, err = conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

// The deferred call stands in a condition that does not hold on all paths.
func deferInIf(ctx context.Context, conn *sql.Conn, careful bool) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2014)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if careful {
		defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2014)")
	}
	_, err := conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

// Lock and deferred unlock stand in the same condition.
func bothInIf(ctx context.Context, conn *sql.Conn, careful bool) error {
	if careful {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2015)"); err != nil {
			return err
		}
		defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2015)")
	}
	_, err := conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}

// The arguments of a deferred call are fixed when it is deferred.
func reassigned(ctx context.Context, conn *sql.Conn, other *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(2016)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(2016)")
	conn = other
	_, err := conn.ExecContext(ctx, "CALL close_ledger()")
	return err
}
