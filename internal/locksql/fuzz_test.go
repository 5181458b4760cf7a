package locksql_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// FuzzAnalyze shows that no text makes the package panic, hang or crash, and that what it says of a text makes sense.
func FuzzAnalyze(f *testing.F) {
	for _, s := range shapes(f) {
		text := s.in(locksql.Session)
		f.Add(text)
		f.Add(text[:len(text)*2/3])
		f.Add(strings.Replace(text, "WHERE", string(locksql.Hole), 1))
	}
	for _, h := range hostile(20) {
		f.Add(h.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		examine(t, text)
		examine(t, "SELECT pg_advisory_lock(id) FROM ("+text+") q")
	})
}

// TestHostileTexts reads what would end the process if it reached the parser, at full size.
func TestHostileTexts(t *testing.T) {
	locksql.Analyze("SELECT pg_advisory_lock(1)") // without cgo the first parse compiles the parser
	for _, h := range hostile(1) {
		start := time.Now()
		examine(t, h.text)
		// Seconds without cgo; ten times that on a busy machine. What is quadratic takes minutes.
		if d := time.Since(start); d > 30*time.Second {
			t.Errorf("%s: %d bytes took %v", h.name, len(h.text), d)
		}
	}
}

type hostileText struct{ name, text string }

// hostile returns texts that are deep, long, cut off or no text at all, their size divided by some number.
func hostile(divisor int) []hostileText {
	times := func(s string, n int) string { return strings.Repeat(s, max(n/divisor, 1)) }
	nest := func(open, inner, close string, n int) string { return times(open, n) + inner + times(close, n) }
	const lock = "pg_advisory_lock(1)"
	list := []hostileText{
		{"terms", "SELECT pg_advisory_lock(1" + times("+1", 30_000) + ")"},
		{"terms to the right", "SELECT pg_advisory_lock(" + times("2 ^ -", 30_000) + "1)"},
		{"conditions", "SELECT " + lock + " WHERE true" + times(" AND true", 30_000)},
		{"NOTs", "SELECT 1 WHERE " + times("NOT ", 30_000) + "pg_try_advisory_lock(1)"},
		{"unions", "SELECT " + lock + times(" UNION ALL SELECT 1", 300_000)},
		{"parentheses", "SELECT " + nest("(", lock, ")", 100_000)},
		{"open parentheses", "SELECT " + lock + times("(", 100_000)},
		{"closed parentheses", "SELECT " + lock + times(")", 100_000)},
		{"brackets", "SELECT " + lock + " " + times("[", 100_000)},
		{"cases", "SELECT " + nest("CASE WHEN true THEN ", lock, " END", 50_000)},
		{"sub-selects", nest("SELECT (", "SELECT "+lock, ")", 50_000)},
		{"derived tables", nest("SELECT * FROM (", "SELECT "+lock, ") q", 50_000)},
		{"CTEs", nest("WITH c AS (", "SELECT "+lock, ") SELECT 1", 50_000)},
		{"joins", "SELECT " + lock + " FROM a" + times(" JOIN a ON true", 50_000)},
		{"subscripts", "SELECT pg_advisory_lock(a" + times("[1]", 50_000) + ")"},
		{"casts", "SELECT pg_advisory_lock(1" + times("::int", 50_000) + ")"},
		{"names", "SELECT pg_advisory_lock(a" + times(".a", 50_000) + ")"},
		{"types", "SELECT pg_advisory_lock(CAST(1 AS int" + times("[]", 50_000) + "))"},
		{"statements", times("SELECT "+lock+"; ", 20_000)},
		{"begins", "DO $$ " + nest("BEGIN ", "PERFORM "+lock+";", " END;", 30_000) + "$$"},
		{"ifs", "DO $$ BEGIN " + nest("IF true THEN ", "PERFORM "+lock+";", " END IF;", 30_000) + " END $$"},
		{"loops", "DO $$ BEGIN " + nest("LOOP ", "PERFORM "+lock+";", " END LOOP;", 30_000) + " END $$"},
		{"holes", "SELECT " + lock + times(string(locksql.Hole), 100_000)},
		{"holes apart", "SELECT " + lock + times(" "+string(locksql.Hole), 50_000)},
		{"placeholders", "SELECT " + lock + ", " + times("?, ", 100_000) + "1"},
		{"colons", "SELECT " + lock + times(":a ", 50_000)},
		{"comments", "SELECT " + nest("/*", "", "*/", 50_000) + lock},
		{"open comments", "SELECT " + lock + times(" /*", 100_000)},
		{"dollar quotes", "SELECT " + lock + times(" $a$ $b$", 50_000)},
		{"quotes", "SELECT " + lock + times("'", 100_001)},
		{"one line", "SELECT " + lock + " -- " + times("x", 5_000_000)},
		{"keys", "SELECT pg_advisory_lock(" + times("pg_advisory_lock(", 30_000) + times(")", 30_000) + ")"},
		{"prepared", times("PREPARE p AS ", 20_000) + "SELECT " + lock},
		{"explained", times("EXPLAIN ", 20_000) + "SELECT " + lock},
	}
	body := "BEGIN PERFORM " + lock + "; END"
	for range max(12/divisor, 2) { // each body doubles the quotes of the one inside
		body = "BEGIN EXECUTE '" + strings.ReplaceAll(body, "'", "''") + "'; END"
	}
	for i := range max(2_000/divisor, 2) {
		body = fmt.Sprintf("BEGIN DO $d%d$ %s $d%d$; END", i, body, i)
	}
	list = append(list, hostileText{"bodies", "DO $$ " + body + " $$"})
	for _, end := range []string{"'", `"`, "$$", "$x$", "/*", "--", "E'\\", "U&'\\", "B'", "(", "[", "::", ".", ",", "$", "$1", ":", "@", "%", "?", "\\", "\xff", "\xc3(", "\x00", "\ufeff", "é"} {
		list = append(list, hostileText{"ends in " + end, "SELECT " + lock + " " + end}, hostileText{"starts with " + end, end + " SELECT " + lock},
			hostileText{"holds " + end, "SELECT " + end + lock + end}, hostileText{"keyed by " + end, "SELECT pg_advisory_lock(" + end + ")"})
	}
	return list
}

// examine reads a text and checks what can be said of any result. A text that takes too long ends the process with the
// text: nothing else can be done about a parser that hangs in C.
func examine(t *testing.T, text string) {
	t.Helper()
	alarm := time.AfterFunc(3*time.Minute, func() {
		panic(fmt.Sprintf("a text of %d bytes takes more than three minutes: %.300q", len(text), text))
	})
	defer alarm.Stop()
	bad := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s\n%.500q", fmt.Sprintf(format, args...), text)
	}
	fixes := 0
	for _, s := range locksql.Analyze(text).Statements {
		if s.Pos < 0 || s.Pos > s.End || s.End > len(text) {
			bad("statement at %d to %d", s.Pos, s.End)
		}
		if s.Err != nil && strings.Contains(s.Err.Error(), "internal error") {
			bad("%v", s.Err)
		}
		for i, c := range s.Calls {
			if c.Pos < s.Pos || c.Pos > c.End || c.End > s.End || i > 0 && c.Pos < s.Calls[i-1].Pos {
				bad("call at %d to %d in statement at %d to %d", c.Pos, c.End, s.Pos, s.End)
				continue
			}
			if call := text[c.Pos:c.End]; len(call) < 200 && !strings.Contains(strings.ToLower(call), "advisory") {
				bad("call %q", call)
			}
			if s.Err != nil && len(c.Hazards) > 0 {
				bad("hazards in what was not understood (%v)", s.Err)
			}
			if !slices.IsSortedFunc(c.Hazards, func(a, b locksql.Hazard) int {
				return slices.Index(severity, a.Category) - slices.Index(severity, b.Category)
			}) {
				bad("hazards out of order: %v", c.Hazards)
			}
			if fixes++; fixes <= 20 {
				edits(text, c, bad)
			}
		}
	}
}

// edits checks the fix of a call.
func edits(text string, c locksql.Call, bad func(string, ...any)) {
	at := 0
	for _, e := range locksql.Fence(text, c) {
		if e.Pos < at || e.End < e.Pos || e.End > len(text) {
			bad("edit of %d to %d after %d", e.Pos, e.End, at)
			return
		}
		if strings.ContainsRune(text[e.Pos:e.End], locksql.Hole) {
			bad("edit of a hole")
		}
		at = e.End
	}
}
