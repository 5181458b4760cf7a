// Package bun declares what the tests use of the library of that name.
package bun

import (
	"context"
	"database/sql"
)

type DB struct{}

type RawQuery struct{}

type IDB interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	NewRaw(query string, args ...any) *RawQuery
}

func (*DB) NewRaw(query string, args ...any) *RawQuery { return nil }
func (*DB) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return nil, nil
}
func (*RawQuery) Scan(ctx context.Context, dest ...any) error               { return nil }
func (*RawQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) { return nil, nil }

type Tx struct{ *sql.Tx }

func (*DB) RunInTx(ctx context.Context, opts *sql.TxOptions, fn func(ctx context.Context, tx Tx) error) error {
	return nil
}
