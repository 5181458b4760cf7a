package directive_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/passes/directive"
	"github.com/advlockcheck/advlockcheck/passes/sqlorder"
)

var analyzer = directive.New(sqlorder.Analyzer)

func TestDirectives(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), analyzer, "silent", "loud", "nolocks", "intest")
}

// What is ignored is not reported.
func TestSuppressed(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), sqlorder.Analyzer, "silent")
}

// A directive of use under a flag only is judged when the flag is set.
func TestStrict(t *testing.T) {
	if err := sqlorder.Analyzer.Flags.Set("strict", "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sqlorder.Analyzer.Flags.Set("strict", "false") })
	analysistest.Run(t, analysistest.TestData(), analyzer, "strict")
}

// A pass that did not come to its end leaves no directive unused.
func TestFailed(t *testing.T) {
	const doc = "// Package failing.\n//\n// # Analyzer failing\n//\n// failing: fail\n//\n// # Rule failing/rule\n//\n// Fails.\npackage failing\n"
	failing := lockop.NewPass("failing", doc, lockop.Guard(func(*analysis.Pass, *lockop.Result) { panic("something is wrong") }))
	analysistest.Run(t, analysistest.TestData(), directive.New(failing), "failed")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), analyzer, "fixes")
}
