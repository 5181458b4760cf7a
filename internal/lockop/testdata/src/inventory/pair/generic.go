package pair

import (
	"context"

	"github.com/jackc/pgx/v5"
)

type For[K ~int64] struct {
	conn *pgx.Conn
	key  K
}

func (l *For[K]) Lock(ctx context.Context) error {
	_, err := l.conn.Exec(ctx, "SELECT pg_advisory_lock($1)", l.key) // want `pg_advisory_lock: pinned l.conn; l.key is field; method in For.Unlock; from useFor$`
	return err
}

func (l *For[K]) Unlock(ctx context.Context) error {
	_, err := l.conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", l.key) // want `pg_advisory_unlock: pinned l.conn; l.key is field; from useFor$`
	return err
}

func useFor(ctx context.Context, l *For[int64]) {
	if l.Lock(ctx) == nil {
		defer l.Unlock(ctx)
	}
}
