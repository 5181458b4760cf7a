package shapes

import "database/sql"

func gated(db *sql.DB) {
	db.Exec(`SELECT pg_advisory_lock(42) FROM jobs WHERE status = 'ready'`)          // want `pg_advisory_lock has a key that reads no column, and runs once for each row that is read, or never if there is none; lock in a statement of its own, before this one \[sqlorder/gated\]`
	db.Query(`SELECT id FROM jobs WHERE id = $1 AND pg_try_advisory_lock($2)`, 1, 2) // want `\[sqlorder/gated\]`
	db.Exec(`SELECT pg_advisory_unlock(42) FROM jobs`)                               // want `unlock in a statement of its own, before this one \[sqlorder/gated\]`
}

func ungated(db *sql.DB) {
	db.Exec(`SELECT pg_advisory_lock(42)`)
	db.Query(`SELECT id FROM jobs WHERE (SELECT pg_try_advisory_lock(42)) AND status = 'ready'`)
	db.Query(`SELECT CASE WHEN pg_try_advisory_lock(42) THEN 1 ELSE 0 END`)
}
