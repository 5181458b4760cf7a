package sessions

import "gorm.io/gorm"

// It may be the pool or a transaction.
func ORMUnknown(db *gorm.DB, id int64) error {
	return db.Exec("SELECT pg_advisory_xact_lock(?)", id).Error // want `pg_advisory_xact_lock: unknown db; id is parameter; end of the transaction$`
}
