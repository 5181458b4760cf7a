package reentry

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Good unlocks as often as it locks.
func Good(ctx context.Context, conn *pgx.Conn, work func() error) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(107)"); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(107)")
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(107)"); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(107)")
	return work()
}
