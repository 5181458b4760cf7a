package ctx

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Good unlocks under a context that nobody cancels, and that ends.
func Good(ctx context.Context, pool *pgxpool.Pool, work func() error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(106)"); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		conn.Exec(ctx, "SELECT pg_advisory_unlock(106)")
	}()
	return work()
}
