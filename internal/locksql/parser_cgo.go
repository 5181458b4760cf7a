//go:build cgo

package locksql

import (
	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"
)

type parserError = parser.Error

// parseTree parses masked text with PostgreSQL's own parser, compiled from C.
func parseTree(text string) (*pg.ParseResult, error) { return pg.Parse(text) }
