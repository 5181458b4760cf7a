// Package sqlmock declares what the scenarios use of the library of that name.
package sqlmock

import "database/sql/driver"

type Sqlmock interface {
	ExpectExec(expectedSQL string) *ExpectedExec
	ExpectQuery(expectedSQL string) *ExpectedQuery
}

type ExpectedExec struct{}

func (e *ExpectedExec) WithArgs(args ...driver.Value) *ExpectedExec { return e }

type ExpectedQuery struct{}
