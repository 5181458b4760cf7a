package ends

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

func Hijack(ctx context.Context, pool *pgxpool.Pool) error {
	pooled, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	conn := pooled.Hijack()
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "SELECT pg_advisory_lock(55)") // want `pg_advisory_lock: pinned conn; 55 is constant; end of the session in Hijack$`
	return err
}
