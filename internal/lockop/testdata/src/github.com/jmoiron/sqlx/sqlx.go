// Package sqlx declares what the tests use of the library of that name.
package sqlx

import (
	"context"
	"database/sql"
)

type DB struct{ *sql.DB }

type Stmt struct{}

type NamedStmt struct{}

type Queryer interface{}

func (*DB) Get(dest any, query string, args ...any) error                                { return nil }
func (*DB) SelectContext(ctx context.Context, dest any, query string, args ...any) error { return nil }
func (*DB) MustExec(query string, args ...any) sql.Result                                { return nil }
func (*DB) NamedExec(query string, arg any) (sql.Result, error)                          { return nil, nil }
func (*DB) Rebind(query string) string                                                   { return query }
func (*DB) Preparex(query string) (*Stmt, error)                                         { return nil, nil }
func (*DB) PrepareNamed(query string) (*NamedStmt, error)                                { return nil, nil }

func (*Stmt) Get(dest any, args ...any) error  { return nil }
func (*NamedStmt) Get(dest any, arg any) error { return nil }

func Get(q Queryer, dest any, query string, args ...any) error { return nil }
func In(query string, args ...any) (string, []any, error)      { return query, nil, nil }
func Rebind(bindType int, query string) string                 { return query }

type Tx struct{ *sql.Tx }

func (*DB) Beginx() (*Tx, error) { return nil, nil }

func (*Tx) NamedExec(query string, arg any) (sql.Result, error) { return nil, nil }
