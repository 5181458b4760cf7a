// Package pg declares what the tests use of the library of that name.
package pg

type Result interface{}

type baseDB struct{}

type DB struct{ *baseDB }

func (*baseDB) Exec(query any, params ...any) (Result, error)            { return nil, nil }
func (*baseDB) QueryOne(model, query any, params ...any) (Result, error) { return nil, nil }

func Scan(values ...any) any { return nil }
