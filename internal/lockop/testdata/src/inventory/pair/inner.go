package pair

import (
	"context"
	"database/sql"
)

// The exported methods do their work through others.
type Inner struct{ conn *sql.Conn }

func (l *Inner) Lock(ctx context.Context) error   { return l.acquire(ctx) }
func (l *Inner) Unlock(ctx context.Context) error { return l.release(ctx) }

func (l *Inner) acquire(ctx context.Context) error {
	_, err := l.conn.ExecContext(ctx, "SELECT pg_advisory_lock(22)") // want `pg_advisory_lock: pinned l.conn; 22 is constant; method in Inner.release; from Inner.Lock$`
	return err
}

func (l *Inner) release(ctx context.Context) error {
	_, err := l.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(22)") // want `pg_advisory_unlock: pinned l.conn; 22 is constant; from Inner.Unlock$`
	return err
}
