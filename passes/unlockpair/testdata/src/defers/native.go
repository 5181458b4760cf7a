package defers

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// The native connection is closed by the deferred call, so no order is wrong.
func nativeClosedFirst(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(2017)"); err != nil {
		conn.Close(ctx)
		return err
	}
	defer conn.Exec(ctx, "SELECT pg_advisory_unlock(2017)")
	defer conn.Close(ctx)
	return nil
}
