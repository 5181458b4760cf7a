package locksql_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/advlockcheck/advlockcheck/internal/pgtest"
)

// A layout is one way to store the same tables: what is locked too much depends on the plan, and the plan on this.
type layout struct {
	name    string
	rows    int
	order   string // of the rows on disk, by the number g
	indexes bool
	analyze bool
}

var layouts = []layout{
	{"small", 30, "md5(g::text)", false, true},
	{"small indexed", 30, "md5((g*3)::text)", true, true},
	{"big", 800, "md5(g::text)", false, true},
	{"big indexed", 800, "md5((g*3)::text)", true, true},
	{"big without statistics", 800, "md5((g*11)::text)", true, false},
	{"big sorted", 800, "g", true, true},
}

// A plan is a set of planner settings, to see the plans that other data would bring.
type plan struct {
	name string
	set  []string
}

var plans = []plan{
	{"default", nil},
	{"sequential scans", []string{"enable_indexscan = off", "enable_indexonlyscan = off", "enable_bitmapscan = off"}},
	{"index scans", []string{"enable_seqscan = off", "enable_bitmapscan = off", "random_page_cost = 1"}},
	{"bitmap scans", []string{"enable_seqscan = off", "enable_indexscan = off", "enable_indexonlyscan = off"}},
	{"hash joins", []string{"enable_mergejoin = off", "enable_nestloop = off"}},
	{"merge joins", []string{"enable_hashjoin = off", "enable_nestloop = off"}},
	{"nested loops", []string{"enable_hashjoin = off", "enable_mergejoin = off", "enable_material = off"}},
	{"index loops", []string{"enable_hashjoin = off", "enable_mergejoin = off", "enable_seqscan = off", "enable_sort = off"}},
	{"no sort", []string{"enable_sort = off", "enable_incremental_sort = off"}},
	{"no hash", []string{"enable_hashagg = off", "enable_hashjoin = off"}},
	{"as written", []string{"join_collapse_limit = 1", "from_collapse_limit = 1"}},
}

// begin starts a transaction under the plan.
func (p plan) begin() string {
	text := "BEGIN;\n"
	for _, s := range p.set {
		text += "SET LOCAL " + s + ";\n"
	}
	return text
}

// parallel costs a start of two processes each time, and is tried in one layout only.
var parallel = plan{"parallel", []string{"parallel_setup_cost = 0", "parallel_tuple_cost = 0", "min_parallel_table_scan_size = 0",
	"min_parallel_index_scan_size = 0", "max_parallel_workers_per_gather = 2"}}

// plans returns the plans to try in the layout.
func (l layout) plans() []plan {
	if l.name == "big" {
		return append(slices.Clip(plans), parallel)
	}
	return plans
}

// A database holds the tables in one layout.
type database struct {
	layout layout
	conn   *pgx.Conn
}

func newDatabase(t testing.TB, l layout) *database {
	t.Helper()
	d := &database{l, pgtest.Connect(t)}
	d.script(t, "testdata/schema.sql")
	if l.indexes {
		d.script(t, "testdata/indexes.sql")
	}
	if l.analyze {
		d.exec(t, "ANALYZE jobs, owners")
	}
	d.exec(t, "SET jit = off")
	return d
}

func (d *database) script(t testing.TB, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d.exec(t, strings.NewReplacer("{rows}", strconv.Itoa(d.layout.rows), "{order}", d.layout.order).Replace(string(text)))
}

func (d *database) exec(t testing.TB, sql string) []*pgconn.Result {
	t.Helper()
	results, err := d.conn.PgConn().Exec(context.Background(), sql).ReadAll()
	if err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	return results
}

// An outcome is what a statement did on the server.
type outcome struct {
	returned []int64 // the keys of the rows that came back: the columns id or k
	held     []int64 // the keys that were locked, sorted
	calls    int     // how often a counting lock function was called
	err      error   // the server's, if the statement failed
}

// run runs a statement under a plan in a transaction of its own, in one round trip, and takes everything back.
func (d *database) run(t testing.TB, sql string, p plan) (o outcome) {
	t.Helper()
	const observe = `
		SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks
		WHERE locktype = 'advisory' AND pid = pg_backend_pid() ORDER BY 1;
		SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM calls`
	text := p.begin() + "SELECT setval('calls', 1, false);\n" + sql + ";" + observe
	results, err := d.conn.PgConn().Exec(context.Background(), text).ReadAll()
	d.exec(t, "ROLLBACK")
	if err != nil {
		if d.conn.IsClosed() {
			t.Fatalf("%v\n%s", err, text)
		}
		return outcome{err: err}
	}
	rest := results[1+len(p.set)+1:]
	if len(rest) != 3 {
		t.Fatalf("%d results, want 3\n%s", len(rest), text)
	}
	o.returned = column(t, rest[0], "id", "k")
	o.held = column(t, rest[1], "?column?")
	o.calls = int(column(t, rest[2], "last_value", "case")[0])
	return o
}

// keys returns the first column of a query.
func (d *database) keys(t testing.TB, query string) []int64 {
	t.Helper()
	r := d.exec(t, query)[0]
	if len(r.Rows) == 0 {
		return nil // and no descriptions of columns either
	}
	return column(t, r, r.FieldDescriptions[0].Name)
}

// column returns the numbers of the first column that has one of the names, without NULLs.
func column(t testing.TB, r *pgconn.Result, names ...string) (values []int64) {
	t.Helper()
	i := slices.IndexFunc(r.FieldDescriptions, func(f pgconn.FieldDescription) bool { return slices.Contains(names, f.Name) })
	if i < 0 {
		return nil
	}
	for _, row := range r.Rows {
		if row[i] == nil {
			continue
		}
		v, err := strconv.ParseInt(string(row[i]), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	return values
}

// compare returns how many keys are held that were not meant to be, and how many were meant to be that are not.
func compare(held, meant []int64) (over, under int) {
	heldSet, meantSet := set(held), set(meant)
	for k := range heldSet {
		if !meantSet[k] {
			over++
		}
	}
	for k := range meantSet {
		if !heldSet[k] {
			under++
		}
	}
	return over, under
}

func set(keys []int64) map[int64]bool {
	m := make(map[int64]bool, len(keys))
	for _, k := range keys {
		m[k] = true
	}
	return m
}
