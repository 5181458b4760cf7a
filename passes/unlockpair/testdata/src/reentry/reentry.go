// Package reentry takes locks again that are held already.
package reentry

import (
	"context"
	"database/sql"
	"time"
)

// Two locks, one unlock.
func twice(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11001)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11001)")
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11001)") // want `\[unlockpair/reentry\]`
	return err
}

// Two locks, two unlocks.
func twiceBalanced(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11002)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11002)")
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11002)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11002)")
	return nil
}

// The same variable is locked twice.
func sameVariable(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/reentry\]`
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return err
}

// Two variables may hold two keys.
func twoVariables(ctx context.Context, conn *sql.Conn, from, to int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", from); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", from)
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", to); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", to)
	return nil
}

// Every round takes the lock once more.
func rounds(ctx context.Context, conn *sql.Conn, batches []string) error {
	for _, batch := range batches {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11003)"); err != nil { // want `\[unlockpair/reentry\]`
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
			return err
		}
		conn.ExecContext(ctx, "CALL ingest($1)", batch)
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11003)")
	return err
}

// Every round takes the lock and releases it.
func roundsBalanced(ctx context.Context, conn *sql.Conn, batches []string) error {
	for _, batch := range batches {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11004)"); err != nil {
			return err
		}
		_, err := conn.ExecContext(ctx, "CALL ingest($1)", batch)
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11004)")
		if err != nil {
			return err
		}
	}
	return nil
}

// Every round takes the lock and defers its release, which is as often.
func roundsDeferred(ctx context.Context, conn *sql.Conn, batches []string) error {
	for _, batch := range batches {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11005)"); err != nil {
			return err
		}
		defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11005)")
		if _, err := conn.ExecContext(ctx, "CALL ingest($1)", batch); err != nil {
			return err
		}
	}
	return nil
}

// One statement releases all rounds.
func roundsUnlockAll(ctx context.Context, conn *sql.Conn, batches []string) error {
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
	for _, batch := range batches {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11006)"); err != nil {
			return err
		}
		conn.ExecContext(ctx, "CALL ingest($1)", batch)
	}
	return nil
}

// A lock that was not won is tried again.
func retried(ctx context.Context, conn *sql.Conn) error {
	for range 10 {
		var ok bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(11007)").Scan(&ok); err != nil {
			return err
		}
		if ok {
			_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11007)")
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

// A lock that failed is taken again.
func retriedOnError(ctx context.Context, conn *sql.Conn) error {
	var err error
	for range 3 {
		if _, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(11008)"); err == nil {
			break
		}
	}
	if err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11008)")
	return nil
}

// A lock that was won is tried again, until the work is done.
func wonAgain(ctx context.Context, conn *sql.Conn) error {
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11009)")
	for {
		var ok bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(11009)").Scan(&ok); err != nil { // want `\[unlockpair/reentry\]`
			return err
		}
		if !ok {
			return nil
		}
		res, err := conn.ExecContext(ctx, "CALL ingest_some()")
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
	}
}

// The lock is only taken where it is not held yet.
func guarded(ctx context.Context, conn *sql.Conn, batches []string) error {
	held := false
	for _, batch := range batches {
		if !held {
			if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11010)"); err != nil {
				return err
			}
			held = true
			defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11010)")
		}
		if _, err := conn.ExecContext(ctx, "CALL ingest($1)", batch); err != nil {
			return err
		}
	}
	return nil
}

// Shared and exclusive are counted apart.
func upgraded(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared($1)", key); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared($1)", key)
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil || !ok {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return nil
}

// The same key on two connections is two locks.
func twoConnections(ctx context.Context, a, b *sql.Conn) error {
	if _, err := a.ExecContext(ctx, "SELECT pg_advisory_lock_shared(11011)"); err != nil {
		return err
	}
	defer a.ExecContext(ctx, "SELECT pg_advisory_unlock_shared(11011)")
	if _, err := b.ExecContext(ctx, "SELECT pg_advisory_lock_shared(11011)"); err != nil {
		return err
	}
	defer b.ExecContext(ctx, "SELECT pg_advisory_unlock_shared(11011)")
	return nil
}

// A method that locks calls another that locks.
type intake struct{ conn *sql.Conn }

func (i *intake) lock(ctx context.Context) error {
	_, err := i.conn.ExecContext(ctx, "SELECT pg_advisory_lock(11012)")
	return err
}

func (i *intake) unlock(ctx context.Context) {
	i.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11012)")
}

func (i *intake) drain(ctx context.Context) error {
	if err := i.lock(ctx); err != nil {
		return err
	}
	defer i.unlock(ctx)
	if err := i.lock(ctx); err != nil { // want `\[unlockpair/reentry\]`
		return err
	}
	_, err := i.conn.ExecContext(ctx, "CALL ingest_all()")
	return err
}

// The lock is released and taken again in the same function.
func (i *intake) pause(ctx context.Context) error {
	if err := i.lock(ctx); err != nil {
		return err
	}
	i.unlock(ctx)
	time.Sleep(time.Minute)
	if err := i.lock(ctx); err != nil {
		return err
	}
	i.unlock(ctx)
	return nil
}
