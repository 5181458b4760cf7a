package silent

import (
	"database/sql"
	"errors"
	"log"
)

var errHeld = errors.New("pg_advisory_lock is held")

const unused = "SELECT pg_advisory_lock(1)"

func Texts(db *sql.DB) error {
	log.Println("SELECT pg_advisory_lock(2)")
	if _, err := db.Exec("SELECT 'pg_advisory_lock(3)'"); err != nil {
		return err
	}
	if _, err := db.Exec("CREATE FUNCTION f() RETURNS void LANGUAGE sql AS 'SELECT pg_advisory_lock(4)'"); err != nil {
		return err
	}
	return errHeld
}
