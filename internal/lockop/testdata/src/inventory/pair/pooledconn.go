package pair

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Pooled struct {
	pool *pgxpool.Pool
	conn *pgxpool.Conn
}

func (l *Pooled) Lock(ctx context.Context, key int64) (err error) {
	if l.conn, err = l.pool.Acquire(ctx); err != nil {
		return err
	}
	_, err = l.conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key) // want `pg_advisory_lock: pinned l.conn; key is parameter; method in Pooled.Unlock$`
	return err
}

func (l *Pooled) Unlock(ctx context.Context, key int64) error {
	defer l.conn.Release()
	_, err := l.conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned l.conn; key is parameter$`
	return err
}
