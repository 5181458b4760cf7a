package locksql_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// TestTruthCounts runs every measured statement again, on the server at hand, in every layout under every plan, and
// holds what was locked against the recorded verdict: the table must stay true of servers to come.
func TestTruthCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("runs each statement 67 times")
	}
	all := shapes(t)
	found := make([]counts, len(all))
	for _, l := range layouts {
		d := newDatabase(t, l)
		for _, writes := range []bool{false, true} { // what is written and taken back still makes the tables bigger
			for i, s := range all {
				if writing.MatchString(s.sql) == writes {
					found[i].add(t, d, s)
				}
			}
		}
	}

	var misses bytes.Buffer
	w := tabwriter.NewWriter(&misses, 0, 8, 2, ' ', 0)
	n := 0
	for i, s := range all {
		if got, want := found[i].verdict(), strings.TrimRight(s.count, "(alsomepn) "); got != want {
			n++
			fmt.Fprintf(w, "%s\t%s\tgot %s, want %s\t%v\t%s\n", s.id, s.tag, got, want, found[i], s.sql)
		}
	}
	w.Flush()
	if n > 0 {
		t.Errorf("%d statements behave otherwise than recorded:\n%s", n, misses.String())
	}
}

var writing = regexp.MustCompile(`\b(UPDATE jobs|DELETE|INSERT|MERGE)\b`)

// counts says how the runs of one statement ended.
type counts struct{ runs, exact, over, under, dup, errors int }

func (c *counts) add(t *testing.T, d *database, s shape) {
	meant := func(o outcome) []int64 { return o.returned }
	if s.keys != "returned" {
		keys := d.keys(t, s.keys)
		meant = func(outcome) []int64 { return keys }
	}
	for _, p := range d.layout.plans() {
		o := d.run(t, s.in(locksql.Transaction), p)
		c.runs++
		over, under := compare(o.held, meant(o))
		switch {
		case o.err != nil:
			c.errors++
		case over > 0:
			c.over++
		case under > 0:
			c.under++
		default:
			c.exact++
		}
	}
	counted := strings.NewReplacer("{L}", "counted_lock", "{T}", "counted_try_lock").Replace(s.sql)
	if o := d.run(t, counted, plans[0]); o.err == nil && o.calls > len(set(o.held)) {
		c.dup++
	}
}

func (c counts) verdict() string {
	switch {
	case c.errors == c.runs:
		return "ERROR"
	case c.over > 0 && c.under == 0:
		return "OVER"
	case c.under > 0 && c.over == 0:
		return "UNDER"
	case c.exact == c.runs && c.dup > 0:
		return "EXACT-SET,DUP-CALLS"
	case c.exact == c.runs:
		return "EXACT"
	}
	return fmt.Sprintf("%+v", struct{ counts }{c})
}
