// Package dblock offers locks to other packages.
package dblock

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
)

func Lock(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key)
	return err
}

func TryLock(ctx context.Context, conn *sql.Conn, key int64) (ok bool, err error) {
	err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok)
	return ok, err
}

func Unlock(ctx context.Context, conn *sql.Conn, key int64) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return err
}

// Acquire returns what unlocks.
func Acquire(ctx context.Context, pool *pgxpool.Pool, key int64) (func(), error) {
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

// A Mutex is a pair of methods.
type Mutex struct {
	db   *sql.DB
	key  int64
	conn *sql.Conn
}

func NewMutex(db *sql.DB, key int64) *Mutex { return &Mutex{db: db, key: key} }

func (m *Mutex) Lock(ctx context.Context) error {
	conn, err := m.db.Conn(ctx)
	if err != nil {
		return err
	}
	if err := Lock(ctx, conn, m.key); err != nil {
		conn.Close()
		return err
	}
	m.conn = conn
	return nil
}

func (m *Mutex) Unlock(ctx context.Context) error {
	defer m.conn.Close()
	return Unlock(ctx, m.conn, m.key)
}

// A Token is what Enter returns.
type Token struct {
	conn *sql.Conn
	key  int64
}

func Enter(ctx context.Context, db *sql.DB, key int64) (*Token, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := Lock(ctx, conn, key); err != nil {
		conn.Close()
		return nil, err
	}
	return &Token{conn, key}, nil
}

func (t *Token) Leave() {
	Unlock(context.Background(), t.conn, t.key)
	t.conn.Close()
}

// Do runs fn under the lock.
func Do(ctx context.Context, conn *sql.Conn, key int64, fn func() error) error {
	if err := Lock(ctx, conn, key); err != nil {
		return err
	}
	defer Unlock(ctx, conn, key)
	return fn()
}

// DoPool runs fn under a lock that may land anywhere.
func DoPool(ctx context.Context, e interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}, key int64, fn func() error) error {
	if _, err := e.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	defer e.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return fn()
}
