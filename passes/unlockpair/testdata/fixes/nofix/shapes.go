package nofix

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The error of the lock is not looked at.
func unchecked(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	conn.ExecContext(ctx, "SELECT pg_advisory_lock(100)")
	return conn.PingContext(ctx)
}

// The function goes on without the lock.
func goesOn(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(101)"); err != nil {
		println("not locked")
	}
	return conn.PingContext(ctx)
}

// In a loop, deferred calls pile up.
func loop(ctx context.Context, conn *sql.Conn, keys []int64) error {
	for _, key := range keys {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		if err := conn.PingContext(ctx); err != nil {
			return err
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	}
	return nil
}

// The key may be another one by then.
func more(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock((SELECT max(id) FROM gates))"); err != nil {
		return err
	}
	return conn.PingContext(ctx)
}

// The connection is closed by hand.
func closedByHand(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(103)"); err != nil {
		conn.Close()
		return err
	}
	err = conn.PingContext(ctx)
	conn.Close() // want `\[unlockpair/giveback\]`
	return err
}

// The name of the package is taken.
func shadow(context context.Context, db *sql.DB) error {
	conn, err := db.Conn(context)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(context, "SELECT pg_advisory_lock(104)"); err != nil {
		return err
	}
	return conn.PingContext(context)
}

// The names that the fix would use are taken.
func namesTaken(ctx context.Context, pool *pgxpool.Pool, cancel int64) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", cancel); err != nil {
		return err
	}
	defer conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", cancel) // want `\[unlockpair/ctx\]`
	return nil
}

// The other call stands in between.
func between(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(105)"); err != nil {
		conn.Close()
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(105)")
	defer println("done")
	defer conn.Close() // want `\[unlockpair/giveback\]`
	return nil
}

// The context of the function is used for more than the unlock.
func contextShared(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(106)"); err != nil {
		return err
	}
	defer func() {
		conn.Exec(ctx, "SELECT pg_advisory_unlock(106)") // want `\[unlockpair/ctx\]`
		report(ctx)
	}()
	return nil
}

func report(ctx context.Context) {}

const freeShared = "SELECT pg_advisory_unlock_shared($1)"

// The text is that of others, too.
func textElsewhere(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, freeShared, key) // want `\[unlockpair/mismatch\]`
	return nil
}
