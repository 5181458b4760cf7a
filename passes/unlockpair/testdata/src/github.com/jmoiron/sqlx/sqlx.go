// Package sqlx declares what the scenarios use of the library of that name.
package sqlx

import (
	"context"
	"database/sql"
)

type DB struct{ *sql.DB }

func Open(driverName, dataSourceName string) (*DB, error) { return nil, nil }

func (*DB) Connx(ctx context.Context) (*Conn, error)                                  { return nil, nil }
func (*DB) Beginx() (*Tx, error)                                                      { return nil, nil }
func (*DB) Get(dest any, query string, args ...any) error                             { return nil }
func (*DB) GetContext(ctx context.Context, dest any, query string, args ...any) error { return nil }
func (*DB) MustExec(query string, args ...any) sql.Result                             { return nil }

type Conn struct{ *sql.Conn }

func (*Conn) GetContext(ctx context.Context, dest any, query string, args ...any) error { return nil }
func (*Conn) SelectContext(ctx context.Context, dest any, query string, args ...any) error {
	return nil
}

type Tx struct{ *sql.Tx }

func (*Tx) Get(dest any, query string, args ...any) error { return nil }
