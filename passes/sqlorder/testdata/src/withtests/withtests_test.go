package withtests

import "database/sql"

func lockForTest(db *sql.DB) {
	db.Query("SELECT pg_advisory_lock(1) FROM jobs") // want `sqlorder/gated`
}
