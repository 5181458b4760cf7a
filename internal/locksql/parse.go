package locksql

import (
	"errors"
	"fmt"
	"sync/atomic"
	"unicode/utf8"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// The C parser recurses, and a crash in C ends the process: 30,000 terms of +1 do on a stack of 8 MiB. Texts that could
// come near the smallest stack in use (128 KiB, musl) are read by their tokens instead.
const (
	maxNesting = 300
	maxLength  = 256 << 10
	maxTries   = 24 // how many readings of a statement with unknown pieces are tried
)

var errTooDeep = errors.New("nested too deep to be parsed")
var errTooLong = errors.New("too long to be parsed")
var errEncoding = errors.New("not valid UTF-8")

var parses atomic.Int64

// Parses returns how many texts were given to the SQL parser in this process. It is for tests and benchmarks that show
// that code without locks costs no parse.
func Parses() int64 { return parses.Load() }

// parseStatement parses a statement, trying other readings of its unknown pieces where the grammar refuses the first.
func parseStatement(src source) (*masked, *pg.ParseResult, error) {
	switch {
	case src.end-src.pos > maxLength:
		return nil, nil, errTooLong
	case !utf8.ValidString(src.text[src.pos:src.end]):
		return nil, nil, errEncoding
	case nesting(src.text, src.tokens) > maxNesting:
		return nil, nil, errTooDeep
	}
	m := &masked{src: src, slots: newSlots(src)}
	var first error
	for range maxTries {
		m.mask()
		parses.Add(1)
		tree, err := parseTree(m.text)
		if err == nil {
			return m, tree, nil
		}
		if first == nil {
			first = err
		}
		if !m.reread(cursor(err)) {
			break
		}
	}
	return nil, nil, fmt.Errorf("not understood: %w", first)
}

// reread gives the unknown piece nearest before the place that the parser refused its next role; a piece that has had
// all of them goes back to its first, and an earlier one is tried. It reports false when none is left.
func (m *masked) reread(at int) bool {
	for i := len(m.slots) - 1; i >= 0; i-- {
		s := &m.slots[i]
		if !s.unknown || s.out > at {
			continue
		}
		for s.tries < len(roles) {
			s.role = roles[s.tries]
			s.tries++
			if s.role != s.first {
				return true
			}
		}
		s.role = s.first
	}
	return false
}

// cursor returns the place in the masked text that the parser complains of, or its end.
func cursor(err error) int {
	var p *parserError
	if errors.As(err, &p) && p.Cursorpos > 0 {
		return p.Cursorpos
	}
	return 1 << 30
}
