package sessions

import (
	"context"
	"database/sql"
)

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

type repository struct{ db execer }

func newRepository(conn *sql.Conn) *repository { return &repository{db: conn} }

// The field is an interface, and only ever a connection.
func (r *repository) Field(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, "SELECT pg_advisory_lock(73)") // want `pg_advisory_lock: pinned r.db; 73 is constant; method in repository.Unfield$`
	return err
}

func (r *repository) Unfield(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, "SELECT pg_advisory_unlock(73)") // want `pg_advisory_unlock: pinned r.db; 73 is constant$`
	return err
}
