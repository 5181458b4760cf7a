// Package nofix has findings that no edit is known to end for certain.
package nofix

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The lock is that of the caller, where this succeeds: an unlock here would take it away.
func forCaller(ctx context.Context, db *sql.DB) (*sql.Conn, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(80)"); err != nil { // want `\[unlockpair/leak\]`
		return nil, err
	}
	if err := conn.PingContext(ctx); err != nil {
		return nil, err
	}
	return conn, nil
}

// The same on a connection of the caller.
func onCallersConn(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(81)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL open()"); err != nil {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(81)")
		return err
	}
	return nil
}

// And on one in a field.
type Gate struct {
	conn *sql.Conn
	open bool
}

func (g *Gate) Lock(ctx context.Context) (err error) {
	conn := g.conn
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(82)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if g.open {
		return errors.New("open")
	}
	return nil
}

func (g *Gate) Unlock(ctx context.Context) {
	g.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(82)")
}

// The boolean says whether the lock is held.
func toldByResult(ctx context.Context, conn *sql.Conn, fast bool) (bool, error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(83)"); err != nil { // want `\[unlockpair/leak\]`
		return false, err
	}
	if fast {
		return true, nil
	}
	if err := conn.PingContext(ctx); err != nil {
		return false, err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(83)")
	return false, nil
}

// What is returned unlocks.
func unlocker(ctx context.Context, db *sql.DB) (func(), error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(84)"); err != nil { // want `\[unlockpair/leak\]`
		return nil, err
	}
	if err := conn.PingContext(ctx); err != nil {
		return nil, err
	}
	return func() {
		conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(84)")
		conn.Close()
	}, nil
}

// The goroutine still works when the function has returned.
func inBackground(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(85)"); err != nil { // want `\[unlockpair/leak\]`
		conn.Release()
		return err
	}
	if _, err := conn.Exec(ctx, "CALL open()"); err != nil {
		return err
	}
	go func() {
		conn.Exec(context.Background(), "SELECT pg_advisory_unlock(85)")
		conn.Release()
	}()
	return nil
}

// The literal locks for the function around it.
func inLiteral(ctx context.Context, conn *sql.Conn, open bool) error {
	lock := func() error {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(86)"); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		return nil
	}
	if err := lock(); err != nil {
		return err
	}
	if open {
		return nil
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(86)")
	return nil
}
