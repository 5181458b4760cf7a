package app

import (
	"context"
	"database/sql"

	"inventory/sqlc/db"
)

func WithTx(ctx context.Context, pool *sql.DB, q *db.Queries) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := q.WithTx(tx).LockTx(ctx, 112); err != nil { // want `db.Queries.LockTx, pg_advisory_xact_lock: transaction q.WithTx tx; 112 is constant; end of the transaction$`
		return err
	}
	return tx.Commit()
}
