package sessions

import (
	"context"

	"gorm.io/gorm"
)

func Chain(ctx context.Context, db *gorm.DB, id int64) error {
	return db.Transaction(func(tx *gorm.DB) error {
		var got bool
		return tx.WithContext(ctx).Raw("SELECT pg_try_advisory_xact_lock(?)", id).Scan(&got).Error // want `pg_try_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
	})
}
