// Package strict is checked with -sqlorder.strict.
package strict

import "database/sql"

func orderAlone(db *sql.DB) {
	db.Query(`SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id`) // want `pg_advisory_lock beside ORDER BY is not guaranteed to lock in that order; .* \[sqlorder/documented\]`
	db.Query(`SELECT id, pg_advisory_lock(id) FROM jobs`)
	db.Query(`SELECT id, pg_advisory_lock(id) FROM (SELECT id FROM jobs ORDER BY id OFFSET 0) q`)
}
