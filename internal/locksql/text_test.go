package locksql_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// describe writes what Analyze says of text, one line a call: extent, keys, categories.
func describe(text string) []string {
	var out []string
	for _, st := range locksql.Analyze(text).Statements {
		for _, c := range st.Calls {
			line := text[c.Pos:c.End]
			for _, k := range c.Keys {
				if k.Param != "" {
					line += fmt.Sprintf(" %s#%d", k.Param, k.Ordinal)
				}
				if k.Const != nil {
					line += fmt.Sprintf(" %d", *k.Const)
				}
			}
			for _, h := range c.Hazards {
				line += " " + string(h.Category)
			}
			if st.Err != nil {
				line += " (not understood)"
			}
			if st.Defines {
				line += " (defines)"
			}
			out = append(out, line)
		}
	}
	return out
}

func TestFunctions(t *testing.T) {
	for _, f := range locksql.Funcs {
		for _, name := range []string{f.Name, "pg_catalog." + f.Name, strings.ToUpper(f.Name), `"` + f.Name + `"`} {
			calls := locksql.Analyze("SELECT " + name + "(1, 2)").Statements
			if len(calls) != 1 || len(calls[0].Calls) != 1 || calls[0].Calls[0].Func != f {
				t.Errorf("%s: got %+v", name, calls)
			}
		}
	}
	for _, other := range []string{
		"SELECT app.pg_advisory_lock(1)", "SELECT my_pg_advisory_lock(1)", "SELECT 'pg_advisory_lock(1)'",
		"SELECT 1 -- pg_advisory_lock(1)", "SELECT 1 /* pg_advisory_lock(1) */", `SELECT "pg_advisory_lock" FROM t`,
		"SELECT pg_advisory_lock FROM t", "COMMENT ON TABLE t IS 'pg_advisory_lock(1)'", "",
	} {
		if got := describe(other); got != nil {
			t.Errorf("%s: got %v, want no call", other, got)
		}
	}
}

// TestPlaceholders holds one statement for each style, and the operators that only look like one.
func TestPlaceholders(t *testing.T) {
	const hole = string(locksql.Hole)
	tests := []struct {
		name, text string
		want       []string
	}{
		{"dollar", "SELECT pg_advisory_lock($1, $2)", []string{"pg_advisory_lock($1, $2) $1#0 $2#1"}},
		{"dollar cast", "SELECT pg_advisory_lock($2::bigint)", []string{"pg_advisory_lock($2::bigint) $2#0"}},
		{"question marks", "SELECT a FROM t WHERE b = ? AND pg_try_advisory_lock(?)",
			[]string{"pg_try_advisory_lock(?) ?#1 gated"}},
		{"glued", "SELECT a FROM t WHERE b=? AND c>=? AND pg_try_advisory_lock(?)",
			[]string{"pg_try_advisory_lock(?) ?#2 gated"}},
		{"list", "SELECT a FROM t WHERE b IN ? AND pg_try_advisory_lock(?)",
			[]string{"pg_try_advisory_lock(?) ?#1 gated"}},
		{"numbered question marks", "SELECT pg_advisory_lock(?0)", []string{"pg_advisory_lock(?0) ?0#0"}},
		{"at names", "SELECT pg_advisory_lock(@key)", []string{"pg_advisory_lock(@key) @key#0"}},
		{"colon names", "SELECT pg_advisory_lock(:key), a[1:2], b::text", []string{"pg_advisory_lock(:key) :key#0"}},
		{"format verbs", "SELECT pg_advisory_lock(%d) FROM %s WHERE a = %[3]q", []string{"pg_advisory_lock(%d) %d#0 gated"}},
		{"template", "SELECT pg_advisory_lock($1) FROM {{.Table}}", []string{"pg_advisory_lock($1) $1#0 gated"}},
		{"sqlc", "SELECT pg_advisory_lock(sqlc.arg(key)) FROM t", []string{"pg_advisory_lock(sqlc.arg(key)) gated"}},
		{"jsonb operators", `SELECT pg_advisory_lock(id) FROM t WHERE a ? 'x' AND b ?| $1 AND c @? '$.d' AND e @> $2`,
			[]string{"pg_advisory_lock(id)"}},
		{"modulo", "SELECT pg_advisory_lock(id % 10) FROM t", []string{"pg_advisory_lock(id % 10)"}},
		{"in strings and comments", "SELECT pg_advisory_lock($1) /* ? :a */ WHERE 'what? :b %s' <> $2 -- @c",
			[]string{"pg_advisory_lock($1) $1#0"}},

		{"hole for a key", "SELECT pg_advisory_lock(" + hole + ")", []string{"pg_advisory_lock(" + hole + ")"}},
		{"hole for a key beside rows", "SELECT pg_advisory_lock(" + hole + ") FROM t", []string{"pg_advisory_lock(" + hole + ")"}},
		{"hole for a table", "SELECT pg_advisory_lock($1) FROM " + hole, []string{"pg_advisory_lock($1) $1#0 gated"}},
		{"hole for a schema", "SELECT pg_advisory_lock($1) FROM " + hole + ".t x", []string{"pg_advisory_lock($1) $1#0 gated"}},
		{"hole in a name", "SELECT pg_advisory_lock($1) FROM t_" + hole + "_x", []string{"pg_advisory_lock($1) $1#0 gated"}},
		{"hole for a column list", "SELECT " + hole + ", pg_advisory_lock($1) FROM t", []string{"pg_advisory_lock($1) $1#1 gated"}},
		{"hole for a condition", "SELECT id FROM t WHERE " + hole + " AND pg_try_advisory_lock(id)",
			[]string{"pg_try_advisory_lock(id) overlock"}},
		{"hole for a clause", "SELECT id, pg_advisory_lock(id) FROM t " + hole + " LIMIT 1",
			[]string{"pg_advisory_lock(id) documented"}},
		{"hole for an order", "SELECT id, pg_advisory_lock(id) FROM t ORDER BY " + hole + " LIMIT " + hole,
			[]string{"pg_advisory_lock(id) documented"}},
		{"hole for an operator", "SELECT id FROM t WHERE a " + hole + " b AND pg_try_advisory_lock(id)",
			[]string{"pg_try_advisory_lock(id) overlock"}},
		{"hole for a column and a value", "UPDATE t SET " + hole + " WHERE pg_try_advisory_lock(id)",
			[]string{"pg_try_advisory_lock(id)"}},
		{"hole for rows", "INSERT INTO t (a) VALUES " + hole + " RETURNING pg_advisory_lock(a)", []string{"pg_advisory_lock(a)"}},
		{"hole for a statement", hole + "; SELECT pg_advisory_lock(7)", []string{"pg_advisory_lock(7) 7"}},
		{"hole in a string", "SELECT pg_advisory_lock(hashtext('job:" + hole + "'))",
			[]string{"pg_advisory_lock(hashtext('job:" + hole + "'))"}},
		{"hole for syntax", "SELECT pg_advisory_lock(id) FROM t ORDER " + hole + " LIMIT BY 3 OFFSET 2",
			[]string{"pg_advisory_lock(id) (not understood)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, describe(tt.text)); diff != "" {
				t.Errorf("%q\n%s", tt.text, diff)
			}
		})
	}
}

func TestStatements(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"several", "BEGIN; SELECT pg_advisory_xact_lock(1); UPDATE t SET a = ';'; SELECT pg_advisory_unlock(2) FROM t; COMMIT;",
			[]string{"pg_advisory_xact_lock(1) 1", "pg_advisory_unlock(2) 2 gated"}},
		{"one of them broken", "SELECT pg_advisory_lock(1) FROM t; SELEC pg_advisory_lock(2); SELECT pg_advisory_lock(3)",
			[]string{"pg_advisory_lock(1) 1 gated", "pg_advisory_lock(2) (not understood)", "pg_advisory_lock(3) 3"}},
		{"explain", "EXPLAIN ANALYZE SELECT pg_advisory_lock(1) FROM t", []string{"pg_advisory_lock(1) 1 gated"}},
		{"create table as", "CREATE TABLE x AS SELECT id, pg_advisory_lock(id) FROM t LIMIT 3", []string{"pg_advisory_lock(id) documented"}},
		{"view", "CREATE VIEW v AS SELECT pg_advisory_lock(1) FROM t", []string{"pg_advisory_lock(1) 1 gated (defines)"}},
		{"prepare", "PREPARE p AS SELECT pg_advisory_lock(1)", []string{"pg_advisory_lock(1) 1 (defines)"}},
		{"cursor", "DECLARE c CURSOR FOR SELECT pg_advisory_lock(1) FROM t", []string{"pg_advisory_lock(1) 1 gated"}},
		{"merge on", "MERGE INTO t USING s ON t.id = s.id AND pg_try_advisory_lock(t.id) WHEN MATCHED THEN DELETE",
			[]string{"pg_try_advisory_lock(t.id) overlock"}},
		{"merge when", "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED AND pg_try_advisory_lock(t.id) THEN DELETE",
			[]string{"pg_try_advisory_lock(t.id)"}},
		{"upsert", "INSERT INTO t (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET n = 1 WHERE pg_try_advisory_lock(t.id)",
			[]string{"pg_try_advisory_lock(t.id)"}},
		{"negative", "SELECT pg_advisory_lock(-5)", []string{"pg_advisory_lock(-5) -5"}},
		{"wide key", "SELECT pg_advisory_lock(1::bigint, 2)", []string{"pg_advisory_lock(1::bigint, 2) 2 invalid"}},
		{"wide literal", "SELECT pg_advisory_lock(3000000000, 2)", []string{"pg_advisory_lock(3000000000, 2) 3000000000 2 invalid"}},
		{"null key", "SELECT pg_advisory_lock(NULL::int, 2)", []string{"pg_advisory_lock(NULL::int, 2) 2 skipped"}},
		{"lock function in FROM", "SELECT * FROM pg_try_advisory_lock(42)", []string{"pg_try_advisory_lock(42) 42"}},
		{"one-row source", "SELECT pg_advisory_lock(42) FROM (SELECT 1) one", []string{"pg_advisory_lock(42) 42"}},
		{"key made in a one-row source", "SELECT pg_advisory_lock(k) FROM (SELECT hashtext($1) AS k) q", []string{"pg_advisory_lock(k)"}},
		{"beside an aggregate", "SELECT count(*), pg_advisory_lock(42) FROM t", []string{"pg_advisory_lock(42) 42"}},
		{"inside an aggregate", "SELECT count(pg_advisory_lock(42)) FROM t", []string{"pg_advisory_lock(42) 42 gated"}},
		{"own locks of the catalogue", "SELECT pg_advisory_unlock(objid) FROM pg_locks WHERE locktype = 'advisory'",
			[]string{"pg_advisory_unlock(objid)"}},
		{"unlock beside a condition", "SELECT id FROM t WHERE done AND pg_advisory_unlock(id)",
			[]string{"pg_advisory_unlock(id) overlock"}},
		{"unlock with LIMIT", "SELECT pg_advisory_unlock(id) FROM t ORDER BY id LIMIT 3", []string{"pg_advisory_unlock(id)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, describe(tt.text)); diff != "" {
				t.Errorf("%q\n%s", tt.text, diff)
			}
		})
	}
}
