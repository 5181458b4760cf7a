// Package mode unlocks in another mode than it has locked in.
package mode

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

func shared(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared($1)", key); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/mismatch\]`
	return nil
}

func exclusive(ctx context.Context, conn *pgxpool.Conn, key int64) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	// want +1 `\[unlockpair/mismatch\]`
	defer conn.Exec(context.Background(), `
		SELECT pg_catalog.PG_ADVISORY_UNLOCK_SHARED($1)`, key)
	return nil
}

func formatted(ctx context.Context, conn *sql.Conn, shelf int) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, fmt.Sprintf("SELECT pg_try_advisory_lock_shared(%d)", shelf)).Scan(&ok); err != nil || !ok {
		return err
	}
	defer conn.ExecContext(ctx, fmt.Sprintf("SELECT pg_advisory_unlock(%d)", shelf)) // want `\[unlockpair/mismatch\]`
	return nil
}
