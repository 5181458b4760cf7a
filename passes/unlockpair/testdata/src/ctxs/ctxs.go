// Package ctxs releases locks under contexts that may be done.
package ctxs

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	lock   = "SELECT pg_advisory_lock($1)"
	unlock = "SELECT pg_advisory_unlock($1)"
)

// The context of the work is that of the deferred unlock.
func same(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10001); err != nil {
		return err
	}
	defer conn.Exec(ctx, unlock, 10001) // want `\[unlockpair/ctx\]`
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// The deferred closure uses it too.
func sameInClosure(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10002); err != nil {
		return err
	}
	defer func() {
		var freed bool
		conn.QueryRow(ctx, unlock, 10002).Scan(&freed) // want `\[unlockpair/ctx\]`
	}()
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// A time limit for everything limits the unlock as well.
func derived(ctx context.Context, pool *pgxpool.Pool) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10003); err != nil {
		return err
	}
	defer conn.Exec(ctx, unlock, 10003) // want `\[unlockpair/ctx\]`
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// A value does not protect a context.
type userKey struct{}

func withValue(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10004); err != nil {
		return err
	}
	defer conn.Exec(context.WithValue(ctx, userKey{}, "south"), unlock, 10004) // want `\[unlockpair/ctx\]`
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// A callback of pgxpool.
func acquireFunc(ctx context.Context, pool *pgxpool.Pool, fn func(context.Context) error) error {
	return pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		if _, err := conn.Exec(ctx, lock, 10005); err != nil {
			return err
		}
		defer conn.Exec(ctx, unlock, 10005) // want `\[unlockpair/ctx\]`
		return fn(ctx)
	})
}

// A handle leaves the choice to its caller.
type Calibration struct{ conn *pgxpool.Conn }

func Begin(ctx context.Context, pool *pgxpool.Pool) (*Calibration, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, lock, 10006); err != nil {
		conn.Release()
		return nil, err
	}
	return &Calibration{conn}, nil
}

func (c *Calibration) End(ctx context.Context) error {
	defer c.conn.Release()
	_, err := c.conn.Exec(ctx, unlock, 10006)
	return err
}

func handleSame(ctx context.Context, pool *pgxpool.Pool) error {
	c, err := Begin(ctx, pool)
	if err != nil {
		return err
	}
	defer c.End(ctx) // want `\[unlockpair/ctx\]`
	_, err = pool.Exec(ctx, "CALL calibrate()")
	return err
}

func handleDetached(ctx context.Context, pool *pgxpool.Pool) error {
	c, err := Begin(ctx, pool)
	if err != nil {
		return err
	}
	defer c.End(context.WithoutCancel(ctx))
	_, err = pool.Exec(ctx, "CALL calibrate()")
	return err
}

// A helper leaves the choice to its caller, too.
func free(ctx context.Context, conn *pgxpool.Conn, key int64) error {
	_, err := conn.Exec(ctx, unlock, key)
	return err
}

func helperSame(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10007); err != nil {
		return err
	}
	defer free(ctx, conn, 10007) // want `\[unlockpair/ctx\]`
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

func helperBackground(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10008); err != nil {
		return err
	}
	defer free(context.Background(), conn, 10008)
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// database/sql destroys a connection whose statement was cancelled.
func databaseSQL(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, lock, 10009); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, unlock, 10009)
	_, err = conn.ExecContext(ctx, "CALL calibrate()")
	return err
}

// A native connection is closed in any case.
func nativeClosed(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(ctx, lock, 10010); err != nil {
		return err
	}
	defer conn.Exec(ctx, unlock, 10010)
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}
