package keys

import "database/sql"

var (
	fixed   int64 = 91
	changed int64 = 92
)

func Change() { changed++ }

func Variables(tx *sql.Tx, ids []int64, byName map[string]int64) {
	tx.Exec("SELECT pg_advisory_xact_lock($1)", fixed)   // want `pg_advisory_xact_lock: transaction tx; fixed is constant; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock($1)", changed) // want `pg_advisory_xact_lock: transaction tx; changed is variable; end of the transaction$`
	for _, id := range ids {
		tx.Exec("SELECT pg_advisory_xact_lock($1)", id) // want `pg_advisory_xact_lock: transaction tx; id is element of ids; end of the transaction$`
	}
	tx.Exec("SELECT pg_advisory_xact_lock($1)", byName["x"]) // want `pg_advisory_xact_lock: transaction tx; byName\["x"\] is element of byName; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock($1)", ids[0]+1)    // want `pg_advisory_xact_lock: transaction tx; ids\[0\] \+ 1 is element of ids; end of the transaction$`
}
