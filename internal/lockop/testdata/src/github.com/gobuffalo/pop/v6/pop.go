// Package pop declares what the tests use of the library of that name.
package pop

type Connection struct{}

type Query struct{}

func (*Connection) RawQuery(stmt string, args ...any) *Query { return nil }
func (*Query) Exec() error                                   { return nil }
func (*Query) First(model any) error                         { return nil }
