package callback

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

func AcquireFunc(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(32)"); err != nil { // want `pg_advisory_lock: pinned c; 32 is constant; unlock in AcquireFunc.func$`
			return err
		}
		_, err := c.Exec(ctx, "SELECT pg_advisory_unlock(32)") // want `pg_advisory_unlock: pinned c; 32 is constant$`
		return err
	})
}
