package callback

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// The callback is a declared function.
func GivenName(ctx context.Context, conn *pgx.Conn) error {
	return pgx.BeginFunc(ctx, conn, inTransaction)
}

func inTransaction(tx pgx.Tx) error {
	_, err := tx.Exec(context.Background(), "SELECT pg_advisory_xact_lock(36)") // want `pg_advisory_xact_lock: transaction tx; 36 is constant; end of the transaction; from GivenName$`
	return err
}
