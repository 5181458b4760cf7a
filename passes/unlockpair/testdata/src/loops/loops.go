// Package loops takes and releases locks in loops.
package loops

import (
	"context"
	"database/sql"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Each round takes its lock and releases it.
func eachRound(ctx context.Context, conn *sql.Conn, tenants []int64) error {
	for _, id := range tenants {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
			return err
		}
		_, err := conn.ExecContext(ctx, "CALL bill($1)", id)
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
		if err != nil {
			return err
		}
	}
	return nil
}

// A round that fails returns with its lock.
func roundReturns(ctx context.Context, conn *sql.Conn, tenants []int64) error {
	for _, id := range tenants {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		if _, err := conn.ExecContext(ctx, "CALL bill($1)", id); err != nil {
			return err
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	}
	return nil
}

// A round that has nothing to do goes on to the next with its lock.
func roundContinues(ctx context.Context, conn *sql.Conn, tenants []int64) error {
	for _, id := range tenants {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		var due bool
		if err := conn.QueryRowContext(ctx, "SELECT due FROM tenants WHERE id = $1", id).Scan(&due); err != nil || !due {
			continue
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	}
	return nil
}

// The condition is asked before the lock is taken.
func continueBefore(ctx context.Context, conn *sql.Conn, tenants []int64) error {
	for _, id := range tenants {
		if id < 0 {
			continue
		}
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
			return err
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	}
	return nil
}

// A break leaves the loop with the lock of its round.
func roundBreaks(ctx context.Context, conn *sql.Conn, tenants []int64) error {
	for _, id := range tenants {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		if _, err := conn.ExecContext(ctx, "CALL bill($1)", id); err != nil {
			break
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	}
	_, err := conn.ExecContext(ctx, "CALL bill_summary()")
	return err
}

// One loop locks all keys, another unlocks them.
func lockAllUnlockAll(ctx context.Context, conn *sql.Conn, tenants []int64) error {
	slices.Sort(tenants)
	defer func() {
		for _, id := range slices.Backward(tenants) {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
		}
	}()
	for _, id := range tenants {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
			return err
		}
	}
	_, err := conn.ExecContext(ctx, "CALL bill_all()")
	return err
}

// What was locked is remembered and released.
func remembered(ctx context.Context, conn *sql.Conn, tenants []int64) error {
	var held []int64
	defer func() {
		for _, id := range held {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
		}
	}()
	for _, id := range tenants {
		var ok bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", id).Scan(&ok); err != nil {
			return err
		}
		if ok {
			held = append(held, id)
		}
	}
	_, err := conn.ExecContext(ctx, "CALL bill_all($1)", len(held))
	return err
}

// Whatever the loop has locked goes at once.
func loopUnlockAll(ctx context.Context, conn *sql.Conn, tenants []int64) error {
	for _, id := range tenants {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
			return err
		}
	}
	_, err := conn.ExecContext(ctx, "CALL bill_all()")
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
	return err
}

// The loop locks, and only success unlocks.
func loopFails(ctx context.Context, db *sql.DB, tenants []int64) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, id := range tenants {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
	}
	if _, err := conn.ExecContext(ctx, "CALL bill_all()"); err != nil {
		return err
	}
	for _, id := range tenants {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
	}
	return nil
}

// Each round has a connection of its own.
func connEachRound(ctx context.Context, db *sql.DB, tenants []int64) error {
	for _, id := range tenants {
		conn, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
			conn.Close()
			return err
		}
		_, err = conn.ExecContext(ctx, "CALL bill($1)", id)
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id)
		conn.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// A round that fails gives its connection back with the lock.
func connEachRoundLeak(ctx context.Context, pool *pgxpool.Pool, tenants []int64) error {
	for _, id := range tenants {
		conn, err := pool.Acquire(ctx)
		if err != nil {
			return err
		}
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
			conn.Release()
			return err
		}
		if _, err := conn.Exec(ctx, "CALL bill($1)", id); err != nil {
			conn.Release() // want `\[unlockpair/giveback\]`
			continue
		}
		conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", id)
		conn.Release()
	}
	return nil
}

// The lock is held over the whole loop.
func aroundLoop(ctx context.Context, conn *sql.Conn, jobs <-chan int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(3001)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(3001)")
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case id, ok := <-jobs:
			if !ok {
				return nil
			}
			if _, err := conn.ExecContext(ctx, "CALL bill($1)", id); err != nil {
				return err
			}
		}
	}
}

// One way out of the select forgets the unlock.
func selectReturns(ctx context.Context, conn *sql.Conn, jobs <-chan int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(3002)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case id, ok := <-jobs:
			if !ok {
				_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(3002)")
				return err
			}
			conn.ExecContext(ctx, "CALL bill($1)", id)
		}
	}
}

// A loop without end never leaves with the lock.
func Forever(ctx context.Context, conn *sql.Conn, jobs <-chan int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(3003)"); err != nil {
		return err
	}
	for {
		conn.ExecContext(ctx, "CALL bill($1)", <-jobs)
	}
}
