package fixes

import "database/sql"

const usedOnce = `SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id LIMIT 3`

func constants(db *sql.DB) {
	db.Query(usedOnce) // want `\[sqlorder/documented\]`

	query := `SELECT id, pg_advisory_lock(id) FROM jobs`
	query += ` ORDER BY id LIMIT 3`
	db.Query(query) // want `\[sqlorder/documented\]`
}
