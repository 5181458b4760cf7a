// Package sqlmock declares what the tests use of the library of that name.
package sqlmock

type Sqlmock interface {
	ExpectExec(expectedSQL string) *ExpectedExec
	ExpectQuery(expectedSQL string) *ExpectedQuery
}

type ExpectedExec struct{}

type ExpectedQuery struct{}

type QueryMatcher struct{}

func QueryRow(expectedSQL string, args ...any) *ExpectedQuery { return nil }
