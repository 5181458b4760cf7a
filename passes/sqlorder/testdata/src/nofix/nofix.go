// Package nofix has findings without a fix: it would change more than the one statement, or cannot be written.
package nofix

import (
	"database/sql"
	"fmt"
)

const usedTwice = `SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id LIMIT 3`

// Exported can be used by other packages.
const Exported = `SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id LIMIT 3`

func nofix(db *sql.DB, cond bool, table string) {
	db.Query(usedTwice)
	db.Query(usedTwice)
	db.Query(Exported)

	query := "SELECT id, pg_advisory_lock(id) FROM jobs"
	if cond {
		query += " WHERE status = 'ready'"
	}
	query += " LIMIT 3"
	db.Query(query)

	db.Query(fmt.Sprintf("SELECT id, pg_advisory_lock(id) FROM %s LIMIT 3", table)) // no name for the subquery
	db.Query("SELECT j.id, pg_advisory_lock(j.id) FROM jobs j JOIN owners o ON o.job_id = j.id LIMIT 3")
	db.Query("SELECT pg_advisory_lock(42) FROM jobs")
}
