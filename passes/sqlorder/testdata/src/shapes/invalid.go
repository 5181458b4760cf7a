package shapes

import "database/sql"

func invalid(db *sql.DB) {
	db.Query(`SELECT id FROM jobs WHERE status = 'ready' AND pg_advisory_lock(id)`) // want `pg_advisory_lock returns void where a boolean is needed, so the statement always fails; use pg_try_advisory_lock, .* \[sqlorder/invalid\]`
	db.Query(`SELECT DISTINCT id, pg_advisory_lock(id) FROM jobs`)                  // want `pg_advisory_lock returns void, which cannot be sorted, .* \[sqlorder/invalid\]`
	db.Exec(`SELECT pg_advisory_lock(1::bigint, 2)`)                                // want `is a bigint, so the statement always fails; use the form with one bigint key \[sqlorder/invalid\]`
	db.Exec(`DO $$BEGIN SELECT pg_advisory_lock(1); END$$`)                         // want `use PERFORM instead of SELECT \[sqlorder/invalid\]`
}

func valid(db *sql.DB) {
	db.Query(`SELECT DISTINCT id, pg_try_advisory_xact_lock(id) FROM jobs`)
	db.Exec(`SELECT pg_advisory_lock(1, 2)`)
	db.Exec(`DO $$BEGIN PERFORM pg_advisory_lock(1); END$$`)
}
