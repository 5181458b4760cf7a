package sessions

import "github.com/jmoiron/sqlx"

// The function of the library is given the handle.
func HandleArgument(tx *sqlx.Tx, id int64) error {
	var ok bool
	return sqlx.Get(tx, &ok, "SELECT pg_try_advisory_xact_lock($1)", id) // want `pg_try_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
}
