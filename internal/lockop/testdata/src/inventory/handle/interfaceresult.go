package handle

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Releaser interface {
	Free(ctx context.Context) error
}

type pooled struct {
	conn *pgxpool.Conn
	key  int64
}

func InterfaceResult(ctx context.Context, pool *pgxpool.Pool, key int64) (Releaser, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; method in pooled.Free$`
		conn.Release()
		return nil, err
	}
	return &pooled{conn, key}, nil
}

func (p *pooled) Free(ctx context.Context) error {
	defer p.conn.Release()
	_, err := p.conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", p.key) // want `pg_advisory_unlock: pinned p.conn; p.key is field, parameter$`
	return err
}
