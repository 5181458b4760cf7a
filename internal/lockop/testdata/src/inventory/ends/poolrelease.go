package ends

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

func PoolRelease(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	_, err = conn.Exec(ctx, "SELECT pg_advisory_lock(53)") // want `pg_advisory_lock: pinned conn; 53 is constant; no unlock: the connection goes back to its pool with the lock in PoolRelease$`
	return err
}
