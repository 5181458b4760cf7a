package tx

import "gorm.io/gorm"

func GormBegin(db *gorm.DB, id uint) error {
	tx := db.Begin()
	defer tx.Rollback()
	if err := tx.Exec("SELECT pg_advisory_xact_lock(?, ?)", 9, id).Error; err != nil { // want `pg_advisory_xact_lock: transaction tx; 9 is constant; id is parameter; end of the transaction$`
		return err
	}
	return tx.Commit().Error
}
