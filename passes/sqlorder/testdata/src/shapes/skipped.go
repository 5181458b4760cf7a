package shapes

import "database/sql"

func skipped(db *sql.DB) {
	db.Query(`SELECT EXISTS (SELECT pg_advisory_lock(42))`)                                                           // want `pg_advisory_lock may never run, since EXISTS .* \[sqlorder/skipped\]`
	db.Exec(`WITH l AS (SELECT pg_advisory_xact_lock(5)) UPDATE jobs SET done = true WHERE id = 5`)                   // want `pg_advisory_xact_lock never runs, since nothing in the statement reads l; .* \[sqlorder/skipped\]`
	db.Query(`WITH l AS (SELECT id, pg_advisory_lock(id) FROM jobs WHERE status = 'ready') SELECT id FROM l LIMIT 3`) // want `\[sqlorder/skipped\]`
	db.Exec(`SELECT pg_advisory_lock(NULL)`)                                                                          // want `pg_advisory_lock locks nothing, and raises no error, when its key is NULL; pass a key that is never NULL \[sqlorder/skipped\]`
	db.Exec(`SELECT pg_advisory_unlock(NULL)`)                                                                        // want `pg_advisory_unlock unlocks nothing`
}

func runs(db *sql.DB) {
	db.Query(`WITH u AS (UPDATE jobs SET prio = prio WHERE id = 5 RETURNING id, pg_advisory_lock(id)) SELECT 1`)
	db.Query(`WITH l AS (SELECT id, pg_advisory_lock(id) FROM jobs WHERE status = 'ready') SELECT id FROM l`)
	db.Exec(`DO $$BEGIN IF pg_try_advisory_lock(42) THEN NULL; END IF; END$$`)
}
