package keys

import "database/sql"

func Slice(tx *sql.Tx, id int64) {
	args := []any{id}
	tx.Exec("SELECT pg_advisory_xact_lock($1)", args...)      // want `pg_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock($1)", []any{id}...) // want `pg_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
}
