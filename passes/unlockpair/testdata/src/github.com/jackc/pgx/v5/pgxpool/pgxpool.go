// Package pgxpool declares what the scenarios use of the library of that name.
package pgxpool

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

type Config struct {
	MaxConns      int32
	BeforeAcquire func(context.Context, *pgx.Conn) bool
	AfterRelease  func(*pgx.Conn) bool
}

func ParseConfig(connString string) (*Config, error)                   { return nil, nil }
func New(ctx context.Context, connString string) (*Pool, error)        { return nil, nil }
func NewWithConfig(ctx context.Context, config *Config) (*Pool, error) { return nil, nil }

type Pool struct{}

func (*Pool) Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, nil
}
func (*Pool) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) { return nil, nil }
func (*Pool) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row        { return nil }
func (*Pool) Acquire(ctx context.Context) (*Conn, error)                           { return nil, nil }
func (*Pool) AcquireFunc(ctx context.Context, f func(*Conn) error) error           { return nil }
func (*Pool) Begin(ctx context.Context) (pgx.Tx, error)                            { return nil, nil }
func (*Pool) Close()                                                               {}

type Conn struct{}

func (*Conn) Exec(ctx context.Context, sql string, arguments ...any) (pgconn.CommandTag, error) {
	return pgconn.CommandTag{}, nil
}
func (*Conn) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) { return nil, nil }
func (*Conn) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row        { return nil }
func (*Conn) Begin(ctx context.Context) (pgx.Tx, error)                            { return nil, nil }
func (*Conn) Conn() *pgx.Conn                                                      { return nil }
func (*Conn) Hijack() *pgx.Conn                                                    { return nil }
func (*Conn) Release()                                                             {}
