// Package ctx unlocks under the context of the work, and under one of its own.
package ctx

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Bad does not unlock once its context is cancelled, and gives the connection back in good health.
func Bad(ctx context.Context, pool *pgxpool.Pool, work func() error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(106)"); err != nil {
		return err
	}
	defer conn.Exec(ctx, "SELECT pg_advisory_unlock(106)") // want `\[unlockpair/ctx\]`
	return work()
}
