// Package user calls what another package declares, and declares what is seen.
package user

import (
	"context"
	"database/sql"

	"inventory/declared/port"
)

func Pairs(ctx context.Context, m port.Mutex, id int64) error {
	if err := m.Lock(ctx, id); err != nil { // want `port.Mutex.Lock, advlock:acquires: unknown ; id is parameter; deferred helper in Pairs`
		return err
	}
	defer m.Unlock(ctx, id)
	return nil
}

func Leaves(ctx context.Context) error {
	return port.Import(ctx) // want `port.Import, advlock:acquires: unknown ; jobs is constant; no release`
}

// The types of this package that implement a declared method are asked too.
type db struct{ conn *sql.Conn }

func (d *db) Lock(ctx context.Context, key int64) error {
	_, err := d.conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key) // want `pg_advisory_lock: pinned d.conn; key is parameter; method in db.Unlock`
	return err
}

func (d *db) Unlock(ctx context.Context, key int64) error {
	_, err := d.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned d.conn; key is parameter`
	return err
}

func (d *db) Name() string { return "" }

// A declaration adds nothing to what is seen.
//
//advlock:acquires other
func Seen(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(3)") // want `pg_advisory_lock: pinned conn; 3 is constant; no release$`
	return err
}

type locker interface {
	Take(ctx context.Context) error //advlock:acquires
	Free(ctx context.Context) error //advlock:releases
}

type taker struct{ conn *sql.Conn }

func (t taker) Take(ctx context.Context) error {
	_, err := t.conn.ExecContext(ctx, "SELECT pg_advisory_lock(4)") // want `pg_advisory_lock: pinned t.conn; 4 is constant; method in taker.Free; from run`
	return err
}

func (t taker) Free(ctx context.Context) error {
	_, err := t.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(4)") // want `pg_advisory_unlock: pinned t.conn; 4 is constant; from run`
	return err
}

func run(ctx context.Context, l locker) error {
	if err := l.Take(ctx); err != nil {
		return err
	}
	defer l.Free(ctx)
	return nil
}
