// Package gorm declares what the tests use of the library of that name.
package gorm

import (
	"context"
	"database/sql"
)

type DB struct{ Error error }

func (db *DB) Exec(sql string, values ...any) *DB  { return db }
func (db *DB) Raw(sql string, values ...any) *DB   { return db }
func (db *DB) WithContext(ctx context.Context) *DB { return db }
func (db *DB) Where(query any, args ...any) *DB    { return db }
func (db *DB) Scan(dest any) *DB                   { return db }
func (db *DB) Find(dest any, conds ...any) *DB     { return db }
func (db *DB) Begin(opts ...*sql.TxOptions) *DB    { return db }
func (db *DB) Commit() *DB                         { return db }
func (db *DB) Rollback() *DB                       { return db }

func (db *DB) Transaction(fc func(tx *DB) error, opts ...*sql.TxOptions) error { return nil }
func (db *DB) Connection(fc func(tx *DB) error) error                          { return nil }
