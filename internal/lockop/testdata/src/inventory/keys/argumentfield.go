package keys

import "database/sql"

type job struct{ ID int64 }

func ArgumentField(tx *sql.Tx, j *job) {
	tx.Exec("SELECT pg_advisory_xact_lock($1)", j.ID) // want `pg_advisory_xact_lock: transaction tx; j.ID is field; end of the transaction$`
}
