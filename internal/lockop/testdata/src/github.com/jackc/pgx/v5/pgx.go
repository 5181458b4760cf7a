// Package pgx declares what the tests use of the library of that name.
package pgx

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"
)

type Row interface{ Scan(dest ...any) error }

type Rows interface {
	Row
	Next() bool
	Close()
}

type Conn struct{}

func (*Conn) Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, nil
}
func (*Conn) Query(ctx context.Context, sql string, args ...any) (Rows, error) { return nil, nil }
func (*Conn) QueryRow(ctx context.Context, sql string, args ...any) Row        { return nil }
func (*Conn) Prepare(ctx context.Context, name, sql string) (*pgconn.StatementDescription, error) {
	return nil, nil
}
func (*Conn) SendBatch(ctx context.Context, b *Batch) BatchResults { return nil }
func (*Conn) Begin(ctx context.Context) (Tx, error)                { return nil, nil }
func (*Conn) Close(ctx context.Context) error                      { return nil }
func (*Conn) PgConn() *pgconn.PgConn                               { return nil }

type Tx interface {
	Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) Row
	Begin(ctx context.Context) (Tx, error)
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
	Conn() *Conn
}

type NamedArgs map[string]any

func Connect(ctx context.Context, connString string) (*Conn, error) { return nil, nil }

func BeginFunc(ctx context.Context, db interface {
	Begin(ctx context.Context) (Tx, error)
}, fn func(Tx) error) error {
	return nil
}

type Batch struct{}

type QueuedQuery struct{}

func (*Batch) Queue(query string, arguments ...any) *QueuedQuery { return nil }

type BatchResults interface{ Close() error }
