// Package giveback gives a connection back to its pool, with a lock and without.
package giveback

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Bad takes Release for the end of the session.
func Bad(ctx context.Context, pool *pgxpool.Pool, work func() error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // want `\[unlockpair/giveback\]`
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(104)"); err != nil {
		return err
	}
	return work()
}
