package fixes

import (
	"database/sql"
	"fmt"
)

func format(db *sql.DB, n int) {
	db.Query(fmt.Sprintf("SELECT id, pg_advisory_lock(id) FROM jobs WHERE id %% 7 = %d ORDER BY id LIMIT %[1]d", n)) // want `\[sqlorder/documented\]`
	db.Query(fmt.Sprintf(`SELECT id FROM jobs WHERE name LIKE 'a%%' AND pg_try_advisory_lock(id) LIMIT %d`, n))      // want `\[sqlorder/overlock\]`
}
