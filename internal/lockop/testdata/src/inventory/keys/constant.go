// Package keys shows where a key comes from.
package keys

import "database/sql"

const plainKey = 81

type Key int64

const (
	keyA Key = iota + 82
	keyB
)

func Constant(tx *sql.Tx) {
	tx.Exec("SELECT pg_advisory_xact_lock($1)", plainKey)    // want `pg_advisory_xact_lock: transaction tx; plainKey is constant; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock($1)", int64(keyB)) // want `pg_advisory_xact_lock: transaction tx; int64 keyB is constant; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock(-84)")             // want `pg_advisory_xact_lock: transaction tx; -84 is constant; end of the transaction$`
	tx.Exec("SELECT pg_advisory_xact_lock(8, $1)", keyA)     // want `pg_advisory_xact_lock: transaction tx; 8 is constant; keyA is constant; end of the transaction$`
}
