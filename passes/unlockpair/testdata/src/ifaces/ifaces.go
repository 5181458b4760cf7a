// Package ifaces takes and releases locks behind interfaces.
package ifaces

import (
	"context"
	"database/sql"
)

// A Locker has one implementation, below.
type Locker interface {
	Lock(ctx context.Context, key int64) error
	Unlock(ctx context.Context, key int64) error
}

type pgLocker struct{ conn *sql.Conn }

func NewLocker(conn *sql.Conn) Locker { return &pgLocker{conn} }

func (l *pgLocker) Lock(ctx context.Context, key int64) error {
	_, err := l.conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key)
	return err
}

func (l *pgLocker) Unlock(ctx context.Context, key int64) error {
	_, err := l.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return err
}

// The interface is used as a pair.
func pair(ctx context.Context, l Locker, work func() error) error {
	if err := l.Lock(ctx, 17001); err != nil {
		return err
	}
	defer l.Unlock(ctx, 17001)
	return work()
}

// The pair is broken by an error.
func pairForgotten(ctx context.Context, l Locker, work func() error) error {
	if err := l.Lock(ctx, 17002); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := work(); err != nil {
		return err
	}
	return l.Unlock(ctx, 17002)
}

// The interface is a field, and the owner's methods hand it on.
type scheduler struct {
	locker Locker
	work   func() error
}

func (s *scheduler) tick(ctx context.Context) error {
	if err := s.locker.Lock(ctx, 17003); err != nil {
		return err
	}
	err := s.work()
	if uerr := s.locker.Unlock(ctx, 17003); err == nil {
		err = uerr
	}
	return err
}

// A Releaser is the result of a method, of a type that the caller does not see.
type Releaser interface {
	Release(ctx context.Context) error
}

type held struct {
	conn *sql.Conn
	key  int64
}

func (h *held) Release(ctx context.Context) error {
	defer h.conn.Close()
	_, err := h.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", h.key)
	return err
}

func Acquire(ctx context.Context, db *sql.DB, key int64) (Releaser, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Close()
		return nil, err
	}
	return &held{conn, key}, nil
}

// The result is released.
func released(ctx context.Context, db *sql.DB, work func() error) error {
	r, err := Acquire(ctx, db, 17004)
	if err != nil {
		return err
	}
	defer r.Release(ctx)
	return work()
}

// The result is forgotten.
func releaseForgotten(ctx context.Context, db *sql.DB, work func() error) error {
	r, err := Acquire(ctx, db, 17005) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	return r.Release(ctx)
}

// A Session is satisfied by a connection and by others.
type Session interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// The interface releases what it took.
func session(ctx context.Context, s Session) error {
	if _, err := s.ExecContext(ctx, "SELECT pg_advisory_lock(17006)"); err != nil {
		return err
	}
	defer s.ExecContext(ctx, "SELECT pg_advisory_unlock(17006)")
	_, err := s.ExecContext(ctx, "CALL plan_routes()")
	return err
}

// The interface wraps the connection that this function checked out.
func wrapped(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var s Session = conn
	if _, err := s.ExecContext(ctx, "SELECT pg_advisory_lock(17007)"); err != nil {
		return err
	}
	defer s.ExecContext(ctx, "SELECT pg_advisory_unlock(17007)")
	return session(ctx, s)
}

// And is given back locked.
func wrappedLeak(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var s Session = conn
	if _, err := s.ExecContext(ctx, "SELECT pg_advisory_lock(17008)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := s.ExecContext(ctx, "CALL plan_routes()"); err != nil {
		return err
	}
	_, err = s.ExecContext(ctx, "SELECT pg_advisory_unlock(17008)")
	return err
}

// A second implementation that locks nothing in a database.
type Barrier interface {
	Wait(ctx context.Context) error
	Done(ctx context.Context) error
}

type pgBarrier struct{ conn *sql.Conn }

func (b pgBarrier) Wait(ctx context.Context) error {
	_, err := b.conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared(17009)")
	return err
}

func (b pgBarrier) Done(ctx context.Context) error {
	_, err := b.conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared(17009)")
	return err
}

type noBarrier struct{}

func (noBarrier) Wait(context.Context) error { return nil }
func (noBarrier) Done(context.Context) error { return nil }

func passes(ctx context.Context, b Barrier, work func() error) (err error) {
	if err := b.Wait(ctx); err != nil {
		return err
	}
	defer func() {
		if derr := b.Done(ctx); err == nil {
			err = derr
		}
	}()
	return work()
}
