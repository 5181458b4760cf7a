package tx

import (
	"context"
	"database/sql"
)

// All callers in the package pass a transaction.
func knownHandle(ctx context.Context, q DBTX) error {
	_, err := q.ExecContext(ctx, "SELECT pg_advisory_xact_lock(62)") // want `pg_advisory_xact_lock: transaction q; 62 is constant; end of the transaction; from KnownHandle$`
	return err
}

func KnownHandle(ctx context.Context, conn *sql.Conn) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := knownHandle(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}
