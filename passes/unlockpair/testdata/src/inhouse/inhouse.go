// Package inhouse has database types of its own.
package inhouse

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A DB is a pool, or the transaction that is open in it.
type DB struct {
	pool *sql.DB
	tx   *sql.Tx
}

func (db *DB) Exec(ctx context.Context, query string, args ...any) error {
	if db.tx != nil {
		_, err := db.tx.ExecContext(ctx, query, args...)
		return err
	}
	_, err := db.pool.ExecContext(ctx, query, args...)
	return err
}

// Where the statements run is not known.
func eitherWay(ctx context.Context, db *DB) error {
	if err := db.Exec(ctx, "SELECT pg_advisory_lock(30001)"); err != nil {
		return err
	}
	defer db.Exec(ctx, "SELECT pg_advisory_unlock(30001)")
	return db.Exec(ctx, "CALL mill()")
}

// A Conn wraps a connection and offers less.
type Conn struct{ raw *sql.Conn }

func (c *Conn) Exec(ctx context.Context, query string, args ...any) error {
	_, err := c.raw.ExecContext(ctx, query, args...)
	return err
}

// The wrapped connection is unlocked.
func onConn(ctx context.Context, c *Conn) error {
	if err := c.Exec(ctx, "SELECT pg_advisory_lock(30002)"); err != nil {
		return err
	}
	defer c.Exec(ctx, "SELECT pg_advisory_unlock(30002)")
	return c.Exec(ctx, "CALL mill()")
}

// The wrapped connection is forgotten on one path.
func onConnLeak(ctx context.Context, c *Conn) error {
	if err := c.Exec(ctx, "SELECT pg_advisory_lock(30003)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := c.Exec(ctx, "CALL mill()"); err != nil {
		return err
	}
	return c.Exec(ctx, "SELECT pg_advisory_unlock(30003)")
}

// A Session embeds a connection and adds to it.
type Session struct {
	*pgxpool.Conn
	user string
}

func (s *Session) Done() {
	s.Exec(context.Background(), "SELECT pg_advisory_unlock_all()")
	s.Release()
}

// The session is done in the end.
func onSession(ctx context.Context, pool *pgxpool.Pool, user string) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	s := &Session{conn, user}
	defer s.Done()
	if _, err := s.Exec(ctx, "SELECT pg_advisory_lock(30004)"); err != nil {
		return err
	}
	_, err = s.Exec(ctx, "CALL mill()")
	return err
}

// The session is released in place of done.
func onSessionReleased(ctx context.Context, pool *pgxpool.Pool, user string) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	s := &Session{conn, user}
	defer s.Release() // want `\[unlockpair/giveback\]`
	if _, err := s.Exec(ctx, "SELECT pg_advisory_lock(30005)"); err != nil {
		return err
	}
	_, err = s.Exec(ctx, "CALL mill()")
	return err
}

// A Runner can be anything of pgx.
type Runner interface {
	Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func lock(ctx context.Context, r Runner, key int64) (bool, error) {
	var ok bool
	err := r.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok)
	return ok, err
}

func unlock(ctx context.Context, r Runner, key int64) error {
	_, err := r.Exec(ctx, "SELECT pg_advisory_unlock($1)", key)
	return err
}

// The runner is a pooled connection here.
func onRunner(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	ok, err := lock(ctx, conn, 30006)
	if err != nil || !ok {
		return err
	}
	defer unlock(context.WithoutCancel(ctx), conn, 30006)
	_, err = conn.Exec(ctx, "CALL mill()")
	return err
}

// The runner is a pool here.
func onPoolRunner(ctx context.Context, pool *pgxpool.Pool) error {
	ok, err := lock(ctx, pool, 30007) // want `\[unlockpair/pool\]`
	if err != nil || !ok {
		return err
	}
	defer unlock(context.WithoutCancel(ctx), pool, 30007) // want `\[unlockpair/pool\]`
	_, err = pool.Exec(ctx, "CALL mill()")
	return err
}

// A Store hands out one connection for a function.
type Store interface {
	WithConn(ctx context.Context, fn func(context.Context, *sql.Conn) error) error
}

// The function unlocks what it locked.
func inStore(ctx context.Context, s Store) (err error) {
	return s.WithConn(ctx, func(ctx context.Context, conn *sql.Conn) (err error) {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(30008)"); err != nil {
			return err
		}
		defer func() {
			_, uerr := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(30008)")
			err = errors.Join(err, uerr)
		}()
		_, err = conn.ExecContext(ctx, "CALL mill()")
		return err
	})
}

// The function locks, and another call unlocks.
func lockInStore(ctx context.Context, s Store) error {
	return s.WithConn(ctx, func(ctx context.Context, conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(30009)")
		return err
	})
}

func unlockInStore(ctx context.Context, s Store) error {
	return s.WithConn(ctx, func(ctx context.Context, conn *sql.Conn) error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(30009)")
		return err
	})
}
