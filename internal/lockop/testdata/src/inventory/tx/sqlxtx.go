package tx

import "github.com/jmoiron/sqlx"

func SqlxTx(db *sqlx.DB, name string) error {
	tx, err := db.Beginx()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.NamedExec("SELECT pg_advisory_xact_lock(hashtext(:name))", map[string]any{"name": name}); err != nil { // want `pg_advisory_xact_lock: transaction tx; hashtext :name is SQL expression of name, parameter; end of the transaction$`
		return err
	}
	return tx.Commit()
}
