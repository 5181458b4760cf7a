package sqlorder_test

import (
	"flag"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/passes/sqlorder"
)

func TestRules(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), sqlorder.Analyzer, "shapes", "callers", "generated", "intest")
}

func TestStrict(t *testing.T) {
	set(t, &sqlorder.Analyzer.Flags, "strict")
	analysistest.Run(t, analysistest.TestData(), sqlorder.Analyzer, "strict")
}

func TestTests(t *testing.T) {
	var shared flag.FlagSet
	lockop.RegisterFlags(&shared)
	set(t, &shared, "tests")
	analysistest.Run(t, analysistest.TestData(), sqlorder.Analyzer, "withtests")
}

// set turns a boolean flag on for one test.
func set(t *testing.T, fs *flag.FlagSet, name string) {
	t.Helper()
	if err := fs.Set(name, "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { fs.Set(name, "false") })
}
