package giveback

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Good unlocks before it gives the connection back: what is deferred last runs first.
func Good(ctx context.Context, pool *pgxpool.Pool, work func() error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(104)"); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(104)")
	return work()
}
