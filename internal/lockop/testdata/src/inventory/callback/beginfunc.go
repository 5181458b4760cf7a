package callback

import (
	"context"

	"github.com/jackc/pgx/v5"
)

func BeginFunc(ctx context.Context, conn *pgx.Conn, id int64) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", id) // want `pg_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
		return err
	})
}
