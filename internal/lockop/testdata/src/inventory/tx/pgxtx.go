package tx

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

func PgxTx(ctx context.Context, pool *pgxpool.Pool, key int64) error {
	tx, err := pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	var ok bool
	if err := tx.QueryRow(ctx, "SELECT pg_try_advisory_xact_lock($1)", key).Scan(&ok); err != nil { // want `pg_try_advisory_xact_lock: transaction tx; key is parameter; end of the transaction$`
		return err
	}
	return tx.Commit(ctx)
}
