package calls

import (
	"context"
	"database/sql"
)

type dbtx interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// sqlc's shape: a constant, a method, and the interface.
type sqlcQueries struct{ db dbtx }

const lockJob = `-- name: LockJob :exec
SELECT pg_advisory_xact_lock($1)
`

func (q *sqlcQueries) LockJob(ctx context.Context, id int64) error {
	_, err := q.db.ExecContext(ctx, lockJob, id) // want "runs"
	return err
}

// sqlc's shape with prepared statements: reported once, where the constant is run.
type sqlcPrepared struct {
	db       dbtx
	lockStmt *sql.Stmt
}

func (q *sqlcPrepared) prepare(ctx context.Context, db *sql.DB) (err error) {
	q.lockStmt, err = db.PrepareContext(ctx, lockJob)
	return err
}

func (q *sqlcPrepared) exec(ctx context.Context, stmt *sql.Stmt, query string, args ...any) (sql.Result, error) {
	if stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return q.db.ExecContext(ctx, query, args...)
}

func (q *sqlcPrepared) LockJob(ctx context.Context, id int64) error {
	_, err := q.exec(ctx, q.lockStmt, lockJob, id) // want "runs"
	return err
}

type runner interface {
	Run(ctx context.Context, query string, args ...any) error
	Explain(ctx context.Context, query string) error
	Get(key string) (string, error)
	Exec(query string) string
}

func throughInterface(ctx context.Context, r runner) {
	r.Run(ctx, "SELECT pg_advisory_lock(1)") // want "runs"
	r.Explain(ctx, "SELECT pg_advisory_lock(1)")
	r.Get("pg_advisory_lock(1)")
	r.Exec("SELECT pg_advisory_lock(1)")
}
