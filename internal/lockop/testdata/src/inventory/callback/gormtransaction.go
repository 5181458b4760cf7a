package callback

import "gorm.io/gorm"

func GormTransaction(db *gorm.DB, id int64) error {
	return db.Transaction(func(tx *gorm.DB) error {
		return tx.Exec("SELECT pg_advisory_xact_lock(?)", id).Error // want `pg_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
	})
}
