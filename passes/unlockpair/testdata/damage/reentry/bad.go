// Package reentry takes a lock twice, and releases it once or twice.
package reentry

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Bad makes sure of the lock that it has, which counts.
func Bad(ctx context.Context, conn *pgx.Conn, work func() error) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(107)"); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(107)")
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(107)"); err != nil { // want `\[unlockpair/reentry\]`
		return err
	}
	return work()
}
