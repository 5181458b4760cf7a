// Package hooks has a pool that unlocks what comes back.
package hooks

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func Open(ctx context.Context, dsn string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	config.AfterRelease = func(conn *pgx.Conn) bool {
		_, err := conn.Exec(context.Background(), "SELECT pg_advisory_unlock_all()")
		return err == nil
	}
	return pgxpool.NewWithConfig(ctx, config)
}

// The connection comes back locked, and the hook unlocks it.
func Publish(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(12101)"); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CALL publish()")
	return err
}
