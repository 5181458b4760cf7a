// Package hookidle has a pool whose hook knows nothing of locks.
package hookidle

import (
	"context"
	"log"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func Open(ctx context.Context, dsn string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	config.AfterRelease = func(*pgx.Conn) bool {
		log.Print("connection came back")
		return true
	}
	return pgxpool.NewWithConfig(ctx, config)
}

// The connection comes back locked and stays so.
func Publish(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // want `\[unlockpair/giveback\]`
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(12103)"); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CALL publish()")
	return err
}
