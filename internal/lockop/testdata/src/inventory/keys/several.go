package keys

import "database/sql"

func Several(tx *sql.Tx, from, to int64) {
	tx.Exec("SELECT pg_advisory_xact_lock($1), pg_advisory_xact_lock($2)", from, to) // want `pg_advisory_xact_lock: transaction tx; from is parameter; end of the transaction$` `pg_advisory_xact_lock: transaction tx; to is parameter; end of the transaction$`
}
