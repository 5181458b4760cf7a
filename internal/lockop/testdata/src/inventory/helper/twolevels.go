package helper

import (
	"context"

	"github.com/jackc/pgx/v5"
)

func outer(ctx context.Context, conn *pgx.Conn) error { return inner(ctx, conn) }

func inner(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, "SELECT pg_advisory_lock(42)") // want `pg_advisory_lock: pinned conn; 42 is constant; unlock in TwoLevels; from outer$`
	return err
}

func TwoLevels(ctx context.Context, conn *pgx.Conn) error {
	if err := outer(ctx, conn); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "SELECT pg_advisory_unlock(42)") // want `pg_advisory_unlock: pinned conn; 42 is constant$`
	return err
}
