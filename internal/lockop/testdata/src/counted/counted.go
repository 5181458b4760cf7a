package counted // want `^{"lock texts":2,"texts not understood":1,"arguments not resolved":1,"lock operations":2,"sessions not resolved":0,"wrappers":1,"functions past a bound":0}$`

import (
	"database/sql"
	"os"
)

func run(db *sql.DB) {
	db.Exec("SELECT pg_advisory_lock(1)")
	db.Exec("this is no SQL: pg_advisory_lock(1)")
	db.Exec("SELECT 1")
	db.Exec(os.Getenv("QUERY"))
	wrapper(db, "SELECT 1")
}

func wrapper(db *sql.DB, query string) { db.Exec(query) }
