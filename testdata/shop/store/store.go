// Package store holds the queries of the shop, in the form that sqlc gives them.
package store

import (
	"context"
	"database/sql"
)

// DBTX is a database, a connection or a transaction.
type DBTX interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}

// New returns the queries, to be run on db.
func New(db DBTX) *Queries { return &Queries{db: db} }

// Queries runs the queries.
type Queries struct{ db DBTX }
