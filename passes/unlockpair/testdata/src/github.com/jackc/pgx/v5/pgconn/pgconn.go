// Package pgconn declares what the scenarios use of the library of that name.
package pgconn

type CommandTag struct{}

func (CommandTag) RowsAffected() int64 { return 0 }
