// Package gorm declares what the scenarios use of the library of that name.
package gorm

import (
	"context"
	"database/sql"
)

type Dialector interface{ Name() string }

type Option interface{}

type DB struct{ Error error }

func Open(dialector Dialector, opts ...Option) (*DB, error) { return nil, nil }

func (db *DB) DB() (*sql.DB, error)                { return nil, nil }
func (db *DB) WithContext(ctx context.Context) *DB { return db }
func (db *DB) Exec(sql string, values ...any) *DB  { return db }
func (db *DB) Raw(sql string, values ...any) *DB   { return db }
func (db *DB) Scan(dest any) *DB                   { return db }
func (db *DB) Begin(opts ...*sql.TxOptions) *DB    { return db }
func (db *DB) Commit() *DB                         { return db }
func (db *DB) Rollback() *DB                       { return db }

func (db *DB) Transaction(fc func(tx *DB) error, opts ...*sql.TxOptions) error { return nil }
func (db *DB) Connection(fc func(tx *DB) error) error                          { return nil }
