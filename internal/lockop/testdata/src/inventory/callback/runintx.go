package callback

import (
	"context"

	"github.com/uptrace/bun"
)

func RunInTx(ctx context.Context, db *bun.DB, id int64) error {
	return db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?)", id) // want `pg_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
		return err
	})
}
