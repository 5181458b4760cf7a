package tx

import (
	"context"
	"database/sql"
)

func eitherHandle(ctx context.Context, q DBTX) error {
	_, err := q.ExecContext(ctx, "SELECT pg_advisory_xact_lock(63)") // want `pg_advisory_xact_lock: unknown q; 63 is constant; end of the transaction; from OnPool, OnTx$`
	return err
}

// One caller passes a pool, another a transaction: the handle is neither.
func OnPool(ctx context.Context, db *sql.DB) error { return eitherHandle(ctx, db) }
func OnTx(ctx context.Context, tx *sql.Tx) error   { return eitherHandle(ctx, tx) }
