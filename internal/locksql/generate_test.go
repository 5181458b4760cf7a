package locksql_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

var (
	statements = flag.Int("statements", 300, "how many random statements TestGenerate makes")
	seed       = flag.Uint64("seed", 1, "which statements TestGenerate makes")
)

// principle lists the reasons under which statements are reported whatever their plans do today, with the step of the
// hazard procedure that says so. A reason may be followed by the hazard's subject.
var principle = map[string]string{
	"SameLevelLimit":            "step 5: the manual gives no guarantee",
	"BesideCondition":           "step 4: exact only as the only condition of its level",
	"AcrossJoin":                "step 4: exact only over one relation",
	"ReadPartly":                "step 1: what a CTE says and a LIMIT above leaves out",
	"FromItem":                  "step 6: beside a third relation, or a predicate that needs a subplan",
	"SetArm":                    "step 5: an arm is evaluated whole",
	"OuterLevel a join":         "step 7: the partner may lack rows",
	"OuterLevel the sub-SELECT": "step 7: the level with IN may lack rows",
}

// TestGenerate makes random statements that return the key they lock, runs each in every layout under every plan, and
// compares in both directions. A key that is locked and not returned must have been reported. A statement that locked
// exactly what it returned, always, should not have been.
func TestGenerate(t *testing.T) {
	g := &generation{verdicts: map[string]int{}, unwanted: map[string]*kind{}, failures: map[string]string{}}
	for _, l := range layouts[2:] {
		l.rows = 40 // enough to tell plans apart, and quick
		g.databases = append(g.databases, newDatabase(t, l))
	}
	for _, l := range layouts[2:4] {
		l.rows = 200
		g.bigger = append(g.bigger, newDatabase(t, l))
	}
	for i := range *statements {
		g.one(t, uint64(i))
	}
	g.report(t)
}

// A generation is what became of the statements of one run.
type generation struct {
	databases []*database
	bigger    []*database

	refused  []string // the server refused the statement and locksql did not say invalid: out of grammar
	partly   int      // locked too much by the measure of the statement, not of its level; see grammar.partly
	exact    int
	verdicts map[string]int    // by outcome and verdict
	unwanted map[string]*kind  // exact and reported, by kind
	failures map[string]string // unreported overlocks in the smallest form found
}

// A kind groups statements that are reported for one reason.
type kind struct {
	n         int
	principle string
	examples  []string // the shortest
}

// A trial is what the runs of one statement came to.
type trial struct {
	err   error
	exact bool   // the keys held were the keys returned, always, and not always none
	over  string // where, how: the first run that locked a key that was not returned
	where *database
	plan  plan
}

// try runs a statement everywhere; it stops at the first overlock if that is all that is asked.
func try(t *testing.T, databases []*database, sql string, all bool) trial {
	r := trial{exact: true}
	any := false
	for _, d := range databases {
		for _, p := range plans {
			o := d.run(t, sql, p)
			if o.err != nil {
				return trial{err: o.err}
			}
			any = any || len(o.returned) > 0
			over, under := compare(o.held, o.returned)
			if over+under > 0 {
				r.exact = false
			}
			if over > 0 && r.over == "" {
				r.where, r.plan = d, p
				r.over = fmt.Sprintf("%d keys too many in layout %q with %s", over, d.layout.name, cmp.Or(strings.Join(p.set, ", "), "default settings"))
				if !all {
					return r
				}
			}
		}
	}
	r.exact = r.exact && any
	return r
}

// wider makes a statement read more, and return less, by other constants. One that is exact and reported gets this
// second chance, on bigger tables: often there were just too few rows for the lock to go wrong.
func wider(sql string) string {
	limits := strings.Count(sql, "LIMIT ")
	sql = regexp.MustCompile(`LIMIT \d+`).ReplaceAllStringFunc(sql, func(string) string {
		limits--
		return fmt.Sprintf("LIMIT %d", 1+20*limits) // what is written first stands below
	})
	return strings.NewReplacer("generate_series(1, 12)", "generate_series(1, 150)", "unnest(ARRAY[", "unnest(ARRAY[17,18,19,22,23,24,26,27,28,",
		"VALUES (3),", "VALUES (41), (42), (43), (44), (46), (47), (48), (49), (3),", ".id = 5", ".id > 5", "OFFSET 2", "OFFSET 1",
		"FIRST 3 ROWS", "FIRST 1 ROWS").Replace(sql)
}

// one makes and judges the i-th statement.
func (g *generation) one(t *testing.T, i uint64) {
	d := newDraw(*seed, i)
	sql, partly := write(d)
	category, _ := verdict(sql)
	r := try(t, g.databases, sql, true)
	if r.exact && category != "-" {
		r = try(t, g.bigger, wider(sql), false)
	}
	outcome := "other"
	switch {
	case r.err != nil:
		outcome = "error"
		if category != string(locksql.Invalid) {
			g.refused = append(g.refused, r.err.Error()+"\n\t"+sql)
		}
	case r.exact:
		outcome = "exact"
		g.exact++
		if category != "-" {
			g.reported(sql)
		}
	case r.over != "":
		outcome = "over"
		if category == "-" && partly {
			g.partly++
		} else if category == "-" {
			g.unreported(t, i, d, r)
		}
	}
	g.verdicts[outcome+" "+category]++
}

// write writes the statement that a draw decides for, with transaction locks.
func write(d *draw) (sql string, partly bool) {
	g := &grammar{draw: d, used: map[string]bool{}}
	return withLocks(g.statement(), locksql.Transaction), g.partly
}

// reported counts a report on a statement that was exact everywhere.
func (g *generation) reported(sql string) {
	h := findings(sql)[0]
	name := reasonName(h.Reason)
	if _, ok := principle[name+" "+h.Subject]; ok {
		name += " " + h.Subject
	}
	step := principle[name]
	if strings.Contains(sql, "FOR UPDATE") {
		name, step = "a lock beside FOR UPDATE", "step 5: it takes another session to lock more than comes back"
	}
	k := g.unwanted[name]
	if k == nil {
		k = &kind{principle: step}
		g.unwanted[name] = k
	}
	k.n++
	k.examples = append(k.examples, sql)
	slices.SortFunc(k.examples, func(a, b string) int { return len(a) - len(b) })
	k.examples = k.examples[:min(3, len(k.examples))]
}

// unreported keeps the smallest form of an overlock that was called clean. The smaller forms are run only where the
// first one went wrong.
func (g *generation) unreported(t *testing.T, i uint64, d *draw, r trial) {
	known := map[string]bool{}
	fails := func(choices []int) bool {
		sql, partly := write(repeat(choices))
		fails, ok := known[sql]
		if !ok {
			category, _ := verdict(sql)
			fails = category == "-" && !partly && r.again(t, sql)
			known[sql] = fails
		}
		return fails
	}
	sql, _ := write(repeat(smallest(d.choices, fails)))
	g.failures[sql] = fmt.Sprintf("seed %d, statement %d: %s", *seed, i, r.over)
}

// again reports whether another statement locks too much in the same place.
func (r trial) again(t *testing.T, sql string) bool {
	o := r.where.run(t, sql, r.plan)
	over, _ := compare(o.held, o.returned)
	return over > 0
}

// report prints what was found and fails where it is not as it should be.
func (g *generation) report(t *testing.T) {
	var out bytes.Buffer
	w := tabwriter.NewWriter(&out, 0, 8, 2, ' ', 0)
	for _, v := range slices.Sorted(maps.Keys(g.verdicts)) {
		fmt.Fprintf(w, "%d\t%s\n", g.verdicts[v], v)
	}
	fmt.Fprintf(w, "%d\tover -, by rows that a level drops above another's LIMIT\n", g.partly)
	for _, r := range g.refused {
		fmt.Fprintf(w, "1\trefused by the server: %s\n", r)
	}

	onPrinciple, unwanted := 0, 0
	for _, name := range slices.Sorted(maps.Keys(g.unwanted)) {
		k := g.unwanted[name]
		if k.principle != "" {
			onPrinciple += k.n
		} else {
			unwanted += k.n
		}
		fmt.Fprintf(w, "%d\texact, yet reported: %s\t%s\n", k.n, name, k.principle)
		if k.principle == "" {
			fmt.Fprintf(w, "\t\t%s\n", strings.Join(k.examples, "\n\t\t"))
		}
	}
	w.Flush()
	t.Logf("%d statements\n%s", *statements, out.String())

	if rest := g.exact - onPrinciple; unwanted*20 > rest {
		t.Errorf("%d of %d exact statements are reported without a principle, more than 5 %%", unwanted, rest)
	}
	if g.partly*100 > *statements {
		t.Errorf("%d of %d statements are excused", g.partly, *statements)
	}
	if len(g.refused)*50 > *statements {
		t.Errorf("the server refuses %d of %d statements: the grammar wastes its work", len(g.refused), *statements)
	}
	for _, sql := range slices.SortedFunc(maps.Keys(g.failures), func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) }) {
		t.Errorf("unreported overlock, %s:\n    %s", g.failures[sql], sql)
	}
}
