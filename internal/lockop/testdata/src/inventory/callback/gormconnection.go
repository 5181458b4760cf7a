package callback

import "gorm.io/gorm"

func GormConnection(db *gorm.DB, id int64) error {
	return db.Connection(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_lock(?)", id).Error; err != nil { // want `pg_advisory_lock: pinned tx; id is parameter; deferred unlock in GormConnection.func$`
			return err
		}
		defer tx.Exec("SELECT pg_advisory_unlock(?)", id) // want `pg_advisory_unlock: pinned tx; id is parameter$`
		return nil
	})
}
