// Package nolocks runs SQL, a lot of it, and no lock.
package nolocks

import (
	"database/sql"
	"fmt"
)

const insert = "INSERT INTO jobs (id, status) VALUES ($1, $2)"

func run(db *sql.DB, table string) {
	for i := range 10 {
		db.Exec(insert, i, "ready")
		db.Exec(fmt.Sprintf("UPDATE %s SET status = 'done' WHERE id = %d", table, i))
		db.Query("SELECT id FROM " + table + " ORDER BY id LIMIT 3")
	}
}
