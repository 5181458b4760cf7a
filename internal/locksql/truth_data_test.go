package locksql_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// A shape is one measured statement: one line of testdata/shapes.tsv.
type shape struct {
	id  string
	tag string
	sql string // with {L} for the lock that waits, {T} for the try-lock

	expected string // the category a transaction lock gets: "-" none, "any" either, "a|b" one of
	session  string // what a session lock gets on top
	ordering string // "sql" where a lock that waits has no fixed order
	count    string // what the server did: EXACT, OVER, UNDER, EXACT-SET,DUP-CALLS or ERROR
	keys     string // the keys the writer meant to lock: "returned", or a query for them
}

// shapes reads the measured statements.
func shapes(t testing.TB) []shape {
	t.Helper()
	var all []shape
	for _, f := range table(t, "testdata/shapes.tsv", 8) {
		all = append(all, shape{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]})
	}
	return all
}

// table reads a file of tab-separated columns with one line of headings.
func table(t testing.TB, file string, columns int) [][]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")[1:] {
		row := strings.Split(line, "\t")
		if len(row) != columns {
			t.Fatalf("%s:%d: %d columns, want %d", file, i+2, len(row), columns)
		}
		rows = append(rows, row)
	}
	return rows
}

// in returns the statement with the lock functions of a scope.
func (s shape) in(scope locksql.Scope) string { return withLocks(s.sql, scope) }

func withLocks(sql string, scope locksql.Scope) string {
	infix := ""
	if scope == locksql.Transaction {
		infix = "xact_"
	}
	return strings.NewReplacer("{L}", "pg_advisory_"+infix+"lock", "{T}", "pg_try_advisory_"+infix+"lock").Replace(sql)
}

// severity lists the categories, most severe first.
var severity = []locksql.Category{locksql.Invalid, locksql.Skipped, locksql.Gated, locksql.Overlock, locksql.Documented}

// findings returns the hazards of all calls of a text that are reported without the strict flag, the most severe
// first.
func findings(text string) []locksql.Hazard {
	var all []locksql.Hazard
	for _, s := range locksql.Analyze(text).Statements {
		for _, c := range s.Calls {
			for _, h := range c.Hazards {
				if !h.Strict {
					all = append(all, h)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b locksql.Hazard) int {
		return slices.Index(severity, a.Category) - slices.Index(severity, b.Category)
	})
	return all
}

// verdict returns the most severe category reported for a text, "-" for none, and how its first hazard reads.
func verdict(text string) (category, why string) {
	all := findings(text)
	if len(all) == 0 {
		return "-", ""
	}
	return string(all[0].Category), reasonName(all[0].Reason) + " " + all[0].Subject
}

// reasonName returns the name of a reason as the source has it: for the reader of a failed test only.
func reasonName(r locksql.Reason) string {
	if names := reasonNames(); int(r) < len(names) {
		return names[r]
	}
	return "?"
}

var reasonNames = sync.OnceValue(func() (names []string) {
	source, _ := os.ReadFile("reason.go")
	for _, m := range regexp.MustCompile(`(?m)^\t([A-Z]\w+)\b.*// `).FindAllStringSubmatch(string(source), -1) {
		names = append(names, m[1])
	}
	return names
})
