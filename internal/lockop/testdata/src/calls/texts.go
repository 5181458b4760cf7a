package calls

import (
	"database/sql"
	_ "embed"
	"fmt"
	"strings"

	"queries"
)

//go:embed lock.sql
var embedded string

var table = "jobs"

func texts(db *sql.DB, id int, dialect string) {
	db.Exec(embedded)     // want "runs SELECT pg_advisory_lock.4."
	db.Exec(queries.Lock) // want "runs SELECT pg_advisory_lock.3."
	db.Exec(queries.Unlock)
	db.Exec(fmt.Sprintf("SELECT pg_advisory_lock(%d)", id))       // want "runs SELECT pg_advisory_lock.…."
	db.Exec("SELECT pg_advisory_lock(id) FROM " + table)          // want "runs SELECT pg_advisory_lock.id. FROM jobs"
	db.Exec("SELECT pg_advisory_lock(id) FROM " + unknownTable()) // want "runs SELECT pg_advisory_lock.id. FROM …"

	var b strings.Builder
	b.WriteString("SELECT pg_advisory_lock(id) FROM jobs")
	if id > 0 {
		fmt.Fprintf(&b, " WHERE id = %d", id)
	}
	db.Exec(b.String()) // want "runs SELECT pg_advisory_lock.id. FROM jobs WHERE id = … or SELECT pg_advisory_lock.id. FROM jobs"

	var q string
	switch dialect {
	case "mysql":
		q = "SELECT GET_LOCK(?, 10)"
	default:
		q = "SELECT pg_advisory_lock(?)"
	}
	db.Exec(q, id) // want "runs SELECT GET_LOCK.*or SELECT pg_advisory_lock"
}

func unknownTable() string
