//go:build !cgo

package locksql

import (
	pg "github.com/pganalyze/pg_query_go/v6"
	wasm "github.com/wasilibs/go-pgquery"
	"github.com/wasilibs/go-pgquery/parser"
)

type parserError = parser.Error

// parseTree parses masked text with PostgreSQL's own parser, compiled to WebAssembly. The first call in a process
// compiles it, which costs seconds of CPU; nothing is compiled before.
func parseTree(text string) (*pg.ParseResult, error) { return wasm.Parse(text) }
