package methods

import (
	"context"
	"database/sql"
)

// A Beacon clears its field when the statement fails, and forgets the connection: whether the lock was granted is not
// known.
type Beacon struct {
	db   *sql.DB
	conn *sql.Conn
}

func (b *Beacon) connection(ctx context.Context) (*sql.Conn, error) {
	if b.conn != nil {
		return b.conn, nil
	}
	conn, err := b.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	b.conn = conn
	return conn, nil
}

func (b *Beacon) Light(ctx context.Context) (bool, error) {
	conn, err := b.connection(ctx)
	if err != nil {
		return false, err
	}
	var lit bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(6101)").Scan(&lit); err != nil { // want `\[unlockpair/leak\]`
		b.conn = nil
		return false, err
	}
	return lit, nil
}

func (b *Beacon) Quench(ctx context.Context) error {
	if b.conn == nil {
		return nil
	}
	_, err := b.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(6101)")
	b.conn.Close()
	b.conn = nil
	return err
}

// The same, closing what it drops.
func (b *Beacon) LightCareful(ctx context.Context) (bool, error) {
	conn, err := b.connection(ctx)
	if err != nil {
		return false, err
	}
	var lit bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(6101)").Scan(&lit); err != nil {
		b.conn.Close()
		b.conn = nil
		return false, err
	}
	return lit, nil
}

// The connection stays, and is used again.
func (b *Beacon) LightAgain(ctx context.Context) (bool, error) {
	conn, err := b.connection(ctx)
	if err != nil {
		return false, err
	}
	var lit bool
	err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(6101)").Scan(&lit)
	return lit, err
}
