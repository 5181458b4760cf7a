package tx

import (
	"context"
	"database/sql"
)

type DBTX interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// A pool, a connection or a transaction: who calls it decides.
func UnknownHandle(ctx context.Context, db DBTX) error {
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_xact_lock(61)") // want `pg_advisory_xact_lock: unknown db; 61 is constant; end of the transaction$`
	return err
}
