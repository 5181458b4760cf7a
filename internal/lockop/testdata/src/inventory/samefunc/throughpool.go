package samefunc

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

func ThroughPool(ctx context.Context, pool *pgxpool.Pool) error {
	if _, err := pool.Exec(ctx, "SELECT pg_advisory_lock(1)"); err != nil { // want `pg_advisory_lock: pool pool; 1 is constant; deferred unlock in ThroughPool$`
		return err
	}
	defer pool.Exec(ctx, "SELECT pg_advisory_unlock(1)") // want `pg_advisory_unlock: pool pool; 1 is constant$`
	work()
	return nil
}
