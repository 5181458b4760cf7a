// Package globals keeps sessions and releases in package variables.
package globals

import (
	"context"
	"database/sql"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
)

var (
	mu      sync.Mutex
	conn    *sql.Conn
	release func()
	byName  = map[string]func(){}
)

// One function sets the variable and locks, another unlocks and clears it.
func Start(ctx context.Context, db *sql.DB) (err error) {
	mu.Lock()
	defer mu.Unlock()
	if conn, err = db.Conn(ctx); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(25001)"); err != nil {
		conn.Close()
		conn = nil
		return err
	}
	return nil
}

func Stop(ctx context.Context) error {
	mu.Lock()
	defer mu.Unlock()
	if conn == nil {
		return nil
	}
	defer conn.Close()
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(25001)")
	return err
}

// A variable keeps what releases.
func Hold(ctx context.Context, pool *pgxpool.Pool) error {
	c, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(25002)"); err != nil {
		c.Release()
		return err
	}
	release = func() {
		c.Exec(context.Background(), "SELECT pg_advisory_unlock(25002)")
		c.Release()
	}
	return nil
}

func Let() {
	if release != nil {
		release()
	}
}

// A map keeps it.
func HoldNamed(ctx context.Context, pool *pgxpool.Pool, name string, key int64) error {
	c, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		c.Release()
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	byName[name] = func() {
		c.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", key)
		c.Release()
	}
	return nil
}

// The pool is a variable, and still a pool.
var db *sql.DB

func Count(ctx context.Context) (int, error) {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(25003)"); err != nil { // want `\[unlockpair/pool\]`
		return 0, err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(25003)") // want `\[unlockpair/pool\]`
	var n int
	err := db.QueryRowContext(ctx, "SELECT count(*) FROM gauges").Scan(&n)
	return n, err
}

// The function that sets the variable forgets its lock when the next statement fails.
var gauge *sql.Conn

func OpenGauge(ctx context.Context) error {
	c, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := c.ExecContext(ctx, "SELECT pg_advisory_lock(25004)"); err != nil { // want `\[unlockpair/leak\]`
		c.Close()
		return err
	}
	if _, err := c.ExecContext(ctx, "CREATE TEMP TABLE readings (v float)"); err != nil {
		return err
	}
	gauge = c
	return nil
}

func CloseGauge(ctx context.Context) error {
	defer gauge.Close()
	_, err := gauge.ExecContext(ctx, "SELECT pg_advisory_unlock(25004)")
	return err
}
