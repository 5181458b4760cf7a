package keys

import "database/sql"

func Parameter(tx *sql.Tx, id int64, n int32) {
	tx.Exec("SELECT pg_advisory_xact_lock($1)", id)               // want `pg_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock($2, $1)", int32(id), n) // want `pg_advisory_xact_lock: transaction tx; n is parameter; int32 id is parameter; end of the transaction$`
}
