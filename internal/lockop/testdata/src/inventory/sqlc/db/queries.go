// Package db is what sqlc generates.
package db

import (
	"context"
	"database/sql"
)

type DBTX interface {
	ExecContext(context.Context, string, ...interface{}) (sql.Result, error)
	QueryRowContext(context.Context, string, ...interface{}) *sql.Row
}

func New(db DBTX) *Queries { return &Queries{db: db} }

type Queries struct{ db DBTX }

func (q *Queries) WithTx(tx *sql.Tx) *Queries { return &Queries{db: tx} }

const lockSession = `-- name: LockSession :exec
SELECT pg_advisory_lock($1)`

func (q *Queries) LockSession(ctx context.Context, pgAdvisoryLock int64) error {
	_, err := q.db.ExecContext(ctx, lockSession, pgAdvisoryLock) // want `pg_advisory_lock: unknown q.db; pgAdvisoryLock is parameter; method in Queries.UnlockSession$`
	return err
}

const unlockSession = `-- name: UnlockSession :one
SELECT pg_advisory_unlock($1)`

func (q *Queries) UnlockSession(ctx context.Context, pgAdvisoryUnlock int64) (bool, error) {
	row := q.db.QueryRowContext(ctx, unlockSession, pgAdvisoryUnlock) // want `pg_advisory_unlock: unknown q.db; pgAdvisoryUnlock is parameter$`
	var ok bool
	err := row.Scan(&ok)
	return ok, err
}

const lockTx = `-- name: LockTx :exec
SELECT pg_advisory_xact_lock($1)`

func (q *Queries) LockTx(ctx context.Context, pgAdvisoryXactLock int64) error {
	_, err := q.db.ExecContext(ctx, lockTx, pgAdvisoryXactLock) // want `pg_advisory_xact_lock: unknown q.db; pgAdvisoryXactLock is parameter; end of the transaction$`
	return err
}
