package shapes

import "database/sql"

func documented(db *sql.DB) {
	db.Query(`SELECT id, pg_advisory_lock(id) FROM jobs WHERE status = 'ready' ORDER BY id LIMIT 3`) // want `pg_advisory_lock beside LIMIT is not guaranteed to lock only the rows that are returned; .* \[sqlorder/documented\]`
	db.Query(`SELECT id, pg_try_advisory_xact_lock(id) FROM jobs LIMIT 3`)                           // want `\[sqlorder/documented\]`
}

func orderAlone(db *sql.DB) {
	db.Query(`SELECT id, pg_advisory_lock(id) FROM jobs WHERE status = 'ready' ORDER BY id`)
}
