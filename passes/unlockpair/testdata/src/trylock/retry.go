package trylock

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The loop ends when the lock is held.
func spin(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	for !ok {
		if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil {
			return err
		}
		if !ok {
			time.Sleep(time.Second)
		}
	}
	defer conn.ExecContext(ctx, free, key)
	return nil
}

// A break leaves the loop with the lock, the end of the loop without.
func attempts(ctx context.Context, conn *sql.Conn, key int64) error {
	held := false
	for i := 0; i < 5; i++ {
		if err := conn.QueryRowContext(ctx, try, key).Scan(&held); err != nil {
			return err
		}
		if held {
			break
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	if !held {
		return errBusy
	}
	defer conn.ExecContext(ctx, free, key)
	return nil
}

// The loop waits for time or for the end of the context.
func untilDone(ctx context.Context, conn *sql.Conn, key int64) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		var ok bool
		if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil {
			return err
		}
		if ok {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
	_, err := conn.ExecContext(ctx, free, key)
	return err
}

// A label names the loop that the lock ends.
func labelled(ctx context.Context, conn *sql.Conn, key int64, wait <-chan time.Time) error {
retry:
	for {
		var ok bool
		err := conn.QueryRowContext(ctx, try, key).Scan(&ok)
		switch {
		case err != nil:
			return err
		case ok:
			break retry
		}
		select {
		case <-wait:
			continue retry
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	defer conn.ExecContext(ctx, free, key)
	return nil
}

// The deadline is looked at after the lock was won.
func lateDeadline(ctx context.Context, conn *sql.Conn, key int64) error {
	for {
		var ok bool
		if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if ok {
			_, err := conn.ExecContext(ctx, free, key)
			return err
		}
		time.Sleep(time.Second)
	}
}

// The lock is tried again in each round and released in each round that won it.
func everyRound(ctx context.Context, pool *pgxpool.Pool, key int64) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	for ctx.Err() == nil {
		var ok bool
		if err := conn.QueryRow(ctx, try, key).Scan(&ok); err != nil {
			return err
		}
		if !ok {
			time.Sleep(time.Second)
			continue
		}
		_, err := conn.Exec(ctx, "UPDATE queues SET polled = now()")
		if _, uerr := conn.Exec(context.Background(), free, key); uerr != nil {
			return uerr
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// A round that won the lock leaves through the error of its work.
func roundLeaks(ctx context.Context, pool *pgxpool.Pool, key int64) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	for ctx.Err() == nil {
		var ok bool
		if err := conn.QueryRow(ctx, try, key).Scan(&ok); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		if !ok {
			continue
		}
		if _, err := conn.Exec(ctx, "UPDATE queues SET polled = now()"); err != nil {
			return err
		}
		conn.Exec(context.Background(), free, key)
	}
	return ctx.Err()
}

// A failed attempt is counted, a successful one returns what it did.
func countFailures(ctx context.Context, conn *sql.Conn, key int64) (int, error) {
	failures := 0
	for failures < 10 {
		var ok bool
		if conn.QueryRowContext(ctx, try, key).Scan(&ok) != nil || !ok {
			failures++
			continue
		}
		_, err := conn.ExecContext(ctx, "UPDATE queues SET polled = now()")
		conn.ExecContext(ctx, free, key)
		return failures, err
	}
	return failures, errBusy
}
