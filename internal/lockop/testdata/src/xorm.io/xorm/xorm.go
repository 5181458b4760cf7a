// Package xorm declares what the tests use of the library of that name.
package xorm

import "database/sql"

type Engine struct{}

type Session struct{}

func (*Engine) Exec(sqlOrArgs ...any) (sql.Result, error)            { return nil, nil }
func (*Engine) SQL(query any, args ...any) *Session                  { return nil }
func (*Session) Get(beans ...any) (bool, error)                      { return false, nil }
func (*Session) Query(sqlOrArgs ...any) ([]map[string][]byte, error) { return nil, nil }
