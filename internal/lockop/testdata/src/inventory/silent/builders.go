// Package silent mentions locks and runs none that can be known.
package silent

import (
	"database/sql"

	"github.com/Masterminds/squirrel"
)

func lock(name string) string { return "pg_advisory_" + name }

// The text is put together by the builder.
func Builder(db *sql.DB, id int64) error {
	query, args, err := squirrel.Select("pg_advisory_lock(?)").From("t").ToSql()
	if err != nil {
		return err
	}
	_, err = db.Exec(query, args...)
	return err
}
