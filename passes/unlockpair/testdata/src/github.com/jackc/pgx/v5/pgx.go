// Package pgx declares what the scenarios use of the library of that name.
package pgx

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
)

var ErrNoRows = errors.New("no rows in result set")

type Row interface{ Scan(dest ...any) error }

type Rows interface {
	Row
	Next() bool
	Close()
	Err() error
}

type ConnConfig struct{}

type TxOptions struct{}

type Conn struct{}

func Connect(ctx context.Context, connString string) (*Conn, error) { return nil, nil }

func (*Conn) Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, nil
}
func (*Conn) Query(ctx context.Context, sql string, args ...any) (Rows, error) { return nil, nil }
func (*Conn) QueryRow(ctx context.Context, sql string, args ...any) Row        { return nil }
func (*Conn) Begin(ctx context.Context) (Tx, error)                            { return nil, nil }
func (*Conn) Close(ctx context.Context) error                                  { return nil }
func (*Conn) IsClosed() bool                                                   { return false }

type Tx interface {
	Begin(ctx context.Context) (Tx, error)
	Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) Row
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
	Conn() *Conn
}

func BeginFunc(ctx context.Context, db interface {
	Begin(ctx context.Context) (Tx, error)
}, fn func(Tx) error) error {
	return nil
}
