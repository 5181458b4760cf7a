// Package hookdestroys has a pool that keeps no connection twice.
package hookdestroys

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
	config.AfterRelease = neverAgain
	return pgxpool.NewWithConfig(ctx, config)
}

func neverAgain(*pgx.Conn) bool { return false }

// The connection comes back locked and is destroyed.
func Publish(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(12102)"); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CALL publish()")
	return err
}
