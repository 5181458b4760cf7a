package lockop_test

import (
	"flag"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// operations reports every operation with its texts.
var operations = pass("operations", func(pass *analysis.Pass, res *lockop.Result) {
	for _, op := range res.Ops {
		var texts []string
		for _, sql := range op.SQL {
			texts = append(texts, strings.ReplaceAll(sql.Text.String(), string(sqltext.Hole), "…"))
		}
		pass.Reportf(op.Call.Pos(), "runs %s", strings.Join(texts, " or "))
	}
})

func pass(name string, rule func(*analysis.Pass, *lockop.Result)) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       name,
		Doc:        "a pass for tests",
		Requires:   []*analysis.Analyzer{lockop.Analyzer},
		Run:        lockop.Guard(rule),
		ResultType: reflect.TypeFor[*lockop.Suppressed](),
	}
}

func TestOperations(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), operations, "calls", "nolocks")
}

// Counters travel as a diagnostic, one a package. The parameter of a wrapper is known at its callers and counts there.
func TestStats(t *testing.T) {
	var shared flag.FlagSet
	lockop.RegisterFlags(&shared)
	if err := shared.Set("stats", "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shared.Set("stats", "false") })
	silent := pass("silent", func(*analysis.Pass, *lockop.Result) {})
	for _, res := range analysistest.Run(t, analysistest.TestData(), silent, "counted") {
		for _, d := range res.Diagnostics {
			if d.Category != lockop.StatsCategory {
				t.Errorf("category %q", d.Category)
			}
		}
	}
}

// A rule that panics fails its package and nothing else.
func TestGuard(t *testing.T) {
	failing := pass("failing", func(*analysis.Pass, *lockop.Result) { panic("something is wrong") })
	analysistest.Run(t, analysistest.TestData(), failing, "broken", "nolocks")
}

func TestNoLocksNoParse(t *testing.T) {
	before := locksql.Parses()
	unwanted := pass("unwanted", func(*analysis.Pass, *lockop.Result) { t.Error("a package without locks was looked at") })
	analysistest.Run(t, analysistest.TestData(), unwanted, "nolocks")
	if n := locksql.Parses() - before; n != 0 {
		t.Errorf("%d texts were parsed", n)
	}
}

// BenchmarkNoLocks shows what a package without locks costs: its syntax is looked through once for the word. The ratio
// is to an analyzer that only asks for the same inspector.
func BenchmarkNoLocks(b *testing.B) {
	nothing := &analysis.Analyzer{
		Name:     "nothing",
		Doc:      "do nothing",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      func(*analysis.Pass) (any, error) { return nil, nil },
	}
	p := loadPass(b, "net/http")
	var ns [2]float64
	for i, a := range []*analysis.Analyzer{nothing, lockop.Analyzer} {
		b.Run(a.Name, func(b *testing.B) {
			before := locksql.Parses()
			for b.Loop() {
				p.run(b, a)
			}
			ns[i] = float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			b.ReportMetric(float64(locksql.Parses()-before), "parses")
			if i == 1 && ns[0] > 0 {
				b.ReportMetric(ns[1]/ns[0], "ratio")
			}
		})
	}
}
