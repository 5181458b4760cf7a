// Package methods takes a lock in one method and releases it in another.
package methods

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A Mutex keeps the connection that holds its lock.
type Mutex struct {
	db   *sql.DB
	conn *sql.Conn
	key  int64
}

func (m *Mutex) Lock(ctx context.Context) error {
	conn, err := m.db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", m.key); err != nil {
		conn.Close()
		return err
	}
	m.conn = conn
	return nil
}

func (m *Mutex) Unlock() error {
	if m.conn == nil {
		return errors.New("not locked")
	}
	_, err := m.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", m.key)
	if cerr := m.conn.Close(); err == nil {
		err = cerr
	}
	m.conn = nil
	return err
}

// The pair is used as one uses a mutex.
func pairDeferred(ctx context.Context, m *Mutex) error {
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock()
	return m.db.PingContext(ctx)
}

// The pair is used on some paths only.
func pairForgotten(ctx context.Context, m *Mutex) error {
	if err := m.Lock(ctx); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := m.db.PingContext(ctx); err != nil {
		return err
	}
	return m.Unlock()
}

// The Lock of a Guard forgets its lock when the statement after it fails.
type Guard struct {
	db   *sql.DB
	conn *sql.Conn
}

func (g *Guard) Lock(ctx context.Context) error {
	conn, err := g.db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(6001)"); err != nil { // want `\[unlockpair/leak\]`
		conn.Close()
		return err
	}
	if _, err := conn.ExecContext(ctx, "SET application_name = 'guard'"); err != nil {
		return err
	}
	g.conn = conn
	return nil
}

func (g *Guard) Unlock(ctx context.Context) error {
	defer g.conn.Close()
	_, err := g.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(6001)")
	return err
}

// The connection is given once, and the pair only locks and unlocks.
type Gate struct{ conn *sql.Conn }

func NewGate(conn *sql.Conn) *Gate { return &Gate{conn} }

func (g *Gate) Enter(ctx context.Context) error {
	_, err := g.conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared(6002)")
	return err
}

func (g *Gate) Leave(ctx context.Context) error {
	_, err := g.conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared(6002)")
	return err
}

// A Turnstile drops its connection where it should have unlocked.
type Turnstile struct {
	pool *pgxpool.Pool
	conn *pgxpool.Conn
}

func (t *Turnstile) Enter(ctx context.Context) (bool, error) {
	conn, err := t.pool.Acquire(ctx)
	if err != nil {
		return false, err
	}
	var in bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(6003)").Scan(&in); err != nil || !in {
		conn.Release()
		return false, err
	}
	t.conn = conn
	return true, nil
}

func (t *Turnstile) Leave() {
	t.conn.Release() // want `\[unlockpair/giveback\]`
	t.conn = nil
}

// The state of a Switch lives in the database session and in two fields.
type Switch struct {
	mu   sync.Mutex
	db   *sql.DB
	conn *sql.Conn
	on   bool
}

func (s *Switch) On(ctx context.Context) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.on {
		return true, nil
	}
	if s.conn == nil {
		conn, err := s.db.Conn(ctx)
		if err != nil {
			return false, err
		}
		s.conn = conn
	}
	if err := s.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(6004)").Scan(&s.on); err != nil {
		s.conn.Close()
		s.conn = nil
		return false, err
	}
	return s.on, nil
}

func (s *Switch) Off(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.on {
		return nil
	}
	s.on = false
	_, err := s.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(6004)")
	return err
}

// A constructor locks, and Close is the way back.
type Archive struct{ conn *sql.Conn }

func OpenArchive(ctx context.Context, db *sql.DB) (a *Archive, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
			conn.Close()
		}
	}()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(6005)"); err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "CREATE TEMP TABLE pages (n int)"); err != nil {
		return nil, err
	}
	return &Archive{conn}, nil
}

func (a *Archive) Close() error {
	_, err := a.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(6005)")
	return errors.Join(err, a.conn.Close())
}
