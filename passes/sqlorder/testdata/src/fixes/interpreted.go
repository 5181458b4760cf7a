package fixes

import "database/sql"

func interpreted(db *sql.DB) {
	db.Query("SELECT \"id\", pg_advisory_lock(\"id\") FROM \"jobs\" ORDER BY \"id\" LIMIT 3") // want `\[sqlorder/documented\]`
	db.Query("SELECT id\n\tFROM jobs\n\tWHERE status = 'ready' AND pg_try_advisory_lock(id)") // want `\[sqlorder/overlock\]`
	db.Query("SELECT id, pg_advisory_lock(id) " +                                             // want `\[sqlorder/documented\]`
		"FROM jobs " +
		"WHERE status = 'ready' ORDER BY id LIMIT 3")
}
