// Package pool locks through a pool, and on a connection of one.
package pool

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Bad unlocks on another connection than it locked if the work, or anybody else, has that connection by then.
func Bad(ctx context.Context, pool *pgxpool.Pool, work func() error) error {
	if _, err := pool.Exec(ctx, "SELECT pg_advisory_lock(103)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	if err := work(); err != nil {
		return err
	}
	_, err := pool.Exec(ctx, "SELECT pg_advisory_unlock(103)") // want `\[unlockpair/pool\]`
	return err
}
