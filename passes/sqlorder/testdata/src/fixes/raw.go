// Package fixes shows the fixed form of simple statements. Each literal stays what it is, raw or interpreted.
package fixes

import "database/sql"

func raw(db *sql.DB) {
	claim := `
		SELECT id, payload, pg_advisory_lock(id)
		FROM jobs
		WHERE status = 'ready'
		ORDER BY id
		LIMIT 3 OFFSET 4
	`
	db.Query(claim)                                                                                               // want `\[sqlorder/overlock\]`
	db.Query(`SELECT id, pg_try_advisory_xact_lock(id) FROM jobs j WHERE j.status = $1 LIMIT $2`, "ready", 3)     // want `\[sqlorder/documented\]`
	db.Query(`SELECT id FROM jobs WHERE status = 'ready' AND pg_try_advisory_lock(id)`)                           // want `\[sqlorder/overlock\]`
	db.Query(`SELECT id FROM jobs WHERE status = 'ready' AND pg_try_advisory_lock(id) ORDER BY prio, id LIMIT 1`) // want `\[sqlorder/overlock\]`
	db.Query(`BEGIN; SELECT id, pg_advisory_xact_lock(id) FROM jobs ORDER BY id LIMIT 3; COMMIT`)                 // want `\[sqlorder/documented\]`
}
