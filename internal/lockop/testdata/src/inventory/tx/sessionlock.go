package tx

import (
	"context"
	"database/sql"
)

// A session lock on the handle of a transaction outlives it.
func SessionLock(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_lock(64)") // want `pg_advisory_lock: transaction tx; 64 is constant; no release$`
	return err
}
