package keys

import "database/sql"

func InSQL(tx *sql.Tx, name string, id int64) {
	tx.Exec("SELECT pg_advisory_xact_lock(hashtext($1))", name)             // want `pg_advisory_xact_lock: transaction tx; hashtext 1 is SQL expression of name, parameter; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock(hashtext('nightly'))")            // want `pg_advisory_xact_lock: transaction tx; hashtext 'nightly' is SQL expression; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock(id) FROM jobs WHERE id = $1", id) // want `pg_advisory_xact_lock: transaction tx; id is column; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock($1::bigint)", id)                 // want `pg_advisory_xact_lock: transaction tx; 1::bigint is parameter; end of the transaction$`
}
