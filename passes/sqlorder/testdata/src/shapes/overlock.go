// Package shapes shows what each rule reports, and what it leaves alone.
package shapes

import "database/sql"

func overlock(db *sql.DB) {
	// A condition beside the lock.
	db.Query(`SELECT id FROM jobs WHERE status = 'ready' AND pg_try_advisory_lock(id)`)                      // want `pg_try_advisory_lock locks rows that .* rejects, since the planner chooses .* \[sqlorder/overlock\]`
	db.Query(`SELECT id FROM jobs WHERE pg_try_advisory_lock(id) AND status = 'ready' LIMIT 1`)              // want `\[sqlorder/overlock\]`
	db.Exec(`UPDATE jobs SET done = true WHERE id = $1 AND pg_try_advisory_xact_lock(id)`, 5)                // want `\[sqlorder/overlock\]`
	db.Exec(`DELETE FROM jobs WHERE id = ? AND pg_try_advisory_xact_lock(id)`, 5)                            // want `\[sqlorder/overlock\]`
	db.Query(`SELECT id FROM (SELECT id FROM jobs WHERE status = 'ready') q WHERE pg_try_advisory_lock(id)`) // want `\[sqlorder/overlock\]`

	// More rows are read than returned.
	db.Query(`SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id LIMIT 3 OFFSET 4`)                   // want `pg_advisory_lock locks 7 rows to return 3, since OFFSET drops rows after the call; choose and limit the rows in a subquery, and lock above it \[sqlorder/overlock\]`
	db.Query(`SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id LIMIT $1 OFFSET $2`, 3, 4)           // want `pg_advisory_lock locks OFFSET \+ LIMIT rows to return LIMIT`
	db.Query(`SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id FETCH FIRST 3 ROWS WITH TIES`)       // want `pg_advisory_lock locks one row more than is returned`
	db.Query(`SELECT id, pg_try_advisory_lock(id) AS ok FROM jobs ORDER BY ok LIMIT 3`)                  // want `pg_try_advisory_lock locks every candidate row to return 3, since its result is sorted`
	db.Query(`SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id LIMIT 3 FOR UPDATE SKIP LOCKED`)     // want `\[sqlorder/overlock\]`
	db.Query(`SELECT id FROM (SELECT id, prio, pg_advisory_lock(id) FROM jobs) q ORDER BY prio LIMIT 3`) // want `\[sqlorder/overlock\]`

	// One session key, several times.
	db.Query(`SELECT j.id, pg_advisory_lock(j.id) FROM jobs j JOIN owners o ON o.job_id = j.id`) // want `and each time needs an unlock of its own; .* \[sqlorder/overlock\]`
}

func exact(db *sql.DB) {
	db.Query(`SELECT id FROM jobs WHERE pg_try_advisory_lock(id)`)
	db.Query(`SELECT id FROM jobs WHERE CASE WHEN status = 'ready' THEN pg_try_advisory_lock(id) ELSE false END`)
	db.Query(`SELECT id, pg_advisory_lock(id) FROM (SELECT id FROM jobs WHERE status = 'ready' ORDER BY id LIMIT 3 OFFSET 4) q`)
	db.Query(`SELECT id FROM (SELECT id FROM jobs WHERE status = 'ready' OFFSET 0) q WHERE pg_try_advisory_lock(id) LIMIT 1`)
	db.Query(`WITH c AS MATERIALIZED (SELECT id FROM jobs WHERE status = 'ready') SELECT id FROM c WHERE pg_try_advisory_lock(id)`)
	db.Query(`WITH c AS (SELECT id FROM jobs ORDER BY id LIMIT 3 FOR UPDATE SKIP LOCKED) SELECT id, pg_advisory_lock(id) FROM c`)
	db.Query(`SELECT id, pg_advisory_lock(id) FROM jobs WHERE status = 'ready' ORDER BY id`)
	db.Query(`SELECT j.id, pg_advisory_xact_lock(j.id) FROM jobs j JOIN owners o ON o.job_id = j.id`)
	db.Query(`UPDATE jobs SET done = true WHERE status = 'ready' RETURNING id, pg_advisory_lock(id)`)
	db.Query(`SELECT pg_advisory_unlock(id) FROM jobs WHERE status = 'done'`)
	db.Query(`SELECT pg_advisory_lock(1), pg_advisory_lock(2)`)
	db.Query(`SELECT pg_advisory_lock(hashtext($1))`, "x")
	db.Query(`SELECT k, pg_advisory_xact_lock(k) FROM unnest($1::bigint[]) k ORDER BY k`, nil)
	db.Query(`WITH RECURSIVE q AS (
		SELECT (j).*, pg_try_advisory_lock((j).id) AS locked
		FROM (SELECT j FROM jobs AS j WHERE status = 'ready' ORDER BY prio, id LIMIT 1) AS t1
		UNION ALL (
			SELECT (j).*, pg_try_advisory_lock((j).id) AS locked
			FROM (
				SELECT (SELECT j FROM jobs AS j WHERE status = 'ready' AND (j.prio, j.id) > (q.prio, q.id) ORDER BY prio, id LIMIT 1) AS j
				FROM q WHERE NOT q.locked LIMIT 1
			) AS t1
		)
	) SELECT id, prio FROM q WHERE locked LIMIT 1`)
}
