// Package pg is a database library as small as can be.
package pg

type DB interface {
	Query(sql string, args ...any) (*Rows, error)
	Exec(sql string, args ...any) error
}

type Rows struct{}

const (
	Over  = "SELECT id FROM jobs WHERE state = 'new' AND pg_try_advisory_lock(id) LIMIT 5"
	Gated = "SELECT pg_advisory_lock(42) FROM jobs"
	Limit = "SELECT id, pg_advisory_lock(id) FROM jobs LIMIT 5"
	Sort  = "SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id"
	Lock  = "SELECT pg_advisory_lock($1)"
	Free  = "SELECT pg_advisory_unlock($1)"
)
