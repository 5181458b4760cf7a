// Package generics takes and releases locks in generic code.
package generics

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
)

// With returns what its callback returns.
func With[T any](ctx context.Context, conn *sql.Conn, key int64, fn func(context.Context) (T, error)) (out T, err error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return out, err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return fn(ctx)
}

// Its instances owe nothing.
func withString(ctx context.Context, conn *sql.Conn) (string, error) {
	return With(ctx, conn, 18001, func(context.Context) (string, error) { return "stock", nil })
}

// WithLoose forgets the lock when the callback fails.
func WithLoose[T any](ctx context.Context, conn *sql.Conn, key int64, fn func() (T, error)) (T, error) {
	var zero T
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		return zero, err
	}
	out, err := fn()
	if err != nil {
		return zero, err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return out, err
}

// The report stands at the generic function, however many instances there are.
func looseInstances(ctx context.Context, conn *sql.Conn) error {
	if _, err := WithLoose(ctx, conn, 18002, func() (int, error) { return 1, nil }); err != nil {
		return err
	}
	_, err := WithLoose(ctx, conn, 18003, func() (string, error) { return "a", nil })
	return err
}

// A Guarded value is released with its connection.
type Guarded[T any] struct {
	conn  *sql.Conn
	key   int64
	Value T
}

func Guard[T any](ctx context.Context, db *sql.DB, key int64, load func() (T, error)) (*Guarded[T], error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Close()
		return nil, err
	}
	g := &Guarded[T]{conn: conn, key: key}
	if g.Value, err = load(); err != nil {
		g.Free()
		return nil, err
	}
	return g, nil
}

func (g *Guarded[T]) Free() {
	g.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", g.key)
	g.conn.Close()
}

// An instance is freed.
func stock(ctx context.Context, db *sql.DB) (int, error) {
	g, err := Guard(ctx, db, 18004, func() (int, error) { return 7, nil })
	if err != nil {
		return 0, err
	}
	defer g.Free()
	return g.Value, db.PingContext(ctx)
}

// An instance is forgotten.
func stockForgotten(ctx context.Context, db *sql.DB) (int, error) {
	g, err := Guard(ctx, db, 18005, func() (int, error) { return 7, nil }) // want `\[unlockpair/leak\]`
	if err != nil {
		return 0, err
	}
	if err := db.PingContext(ctx); err != nil {
		return 0, err
	}
	g.Free()
	return g.Value, nil
}

// The key has a type of its own.
type warehouse int64

func lock[K ~int64](ctx context.Context, conn *sql.Conn, key K) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(key))
	return err
}

func unlock[K ~int64](ctx context.Context, conn *sql.Conn, key K) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", int64(key))
	return err
}

func pair(ctx context.Context, conn *sql.Conn, w warehouse) error {
	if err := lock(ctx, conn, w); err != nil {
		return err
	}
	defer unlock(ctx, conn, w)
	_, err := conn.ExecContext(ctx, "CALL count_stock($1)", int64(w))
	return err
}

func pairForgotten(ctx context.Context, conn *sql.Conn, w warehouse) error {
	if err := lock(ctx, conn, w); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL count_stock($1)", int64(w)); err != nil {
		return err
	}
	return unlock(ctx, conn, w)
}

// The session is a type parameter: a connection or a pool.
func onAny[S *sql.Conn | *sql.DB](ctx context.Context, s S, exec func(S, string) error) error {
	if err := exec(s, "SELECT pg_advisory_lock(18006)"); err != nil {
		return err
	}
	return exec(s, "SELECT pg_advisory_unlock(18006)")
}

// A generic cache keeps releases.
type cache[K comparable] struct {
	pool     *pgxpool.Pool
	releases map[K]func()
}

func (c *cache[K]) hold(ctx context.Context, k K, key int64) error {
	conn, err := c.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Release()
		return err
	}
	c.releases[k] = func() {
		conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", key)
		conn.Release()
	}
	return nil
}

func (c *cache[K]) free(k K) {
	if release := c.releases[k]; release != nil {
		release()
		delete(c.releases, k)
	}
}
