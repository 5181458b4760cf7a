// Package pq declares what the scenarios use of the library of that name.
package pq

type Error struct{ Code string }

func (*Error) Error() string { return "" }
