package locksql_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// TestTruthVerdicts holds every verdict against what was measured. All misses are shown, in one table.
func TestTruthVerdicts(t *testing.T) {
	var misses bytes.Buffer
	w := tabwriter.NewWriter(&misses, 0, 8, 2, ' ', 0)
	n := 0
	miss := func(s shape, question, got, want, why string) {
		n++
		fmt.Fprintf(w, "%s\t%s\t%s: got %s, want %s\t(%s)\t%s\n", s.id, s.tag, question, got, want, strings.TrimSpace(why), s.sql)
	}
	all := shapes(t)
	if len(all) != 264 {
		t.Errorf("%d shapes, want 264", len(all))
	}
	for _, s := range all {
		xact, session := s.in(locksql.Transaction), s.in(locksql.Session)

		if got, why := verdict(xact); !allows(s.expected, got) {
			miss(s, "transaction", got, s.expected, why)
		}
		want := s.expected
		if s.session != "-" {
			want = more(want, s.session)
		}
		if got, why := verdict(session); !allows(want, got) {
			miss(s, "session", got, want, why)
		}
		for _, st := range locksql.Analyze(xact).Statements {
			if st.Err != nil {
				miss(s, "parse", "error", "none", st.Err.Error())
			}
		}
		want = "-"
		if strings.Contains(s.sql, "{L}") {
			want = s.ordering
		}
		if got := ordering(xact); got != want && s.expected != "invalid" {
			miss(s, "order", got, want, "")
		}
		if len(locksql.Analyze(xact).Statements) == 0 {
			miss(s, "calls", "none", "some", "")
		}
	}
	w.Flush()
	if n > 0 {
		t.Errorf("%d verdicts differ from what was measured:\n%s", n, misses.String())
	}
}

// allows reports whether a category is one of those that a column of the table names.
func allows(column, got string) bool {
	return column == "any" || slices.Contains(strings.Split(column, "|"), got)
}

// more returns the more severe of two columns of the table.
func more(a, b string) string {
	for _, c := range severity {
		for _, column := range []string{a, b} {
			if column == "any" || allows(column, string(c)) {
				return column
			}
		}
	}
	return a
}

// ordering returns "sql" if a call of the text has no fixed order.
func ordering(text string) string {
	for _, s := range locksql.Analyze(text).Statements {
		for _, c := range s.Calls {
			if c.Unordered {
				return "sql"
			}
		}
	}
	return "-"
}
