package sqlorder_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/advlockcheck/advlockcheck/passes/sqlorder"
)

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), sqlorder.Analyzer, "fixes")
}

// What a fix leaves behind compiles and has no finding.
func TestFixedIsClean(t *testing.T) {
	golden, err := filepath.Glob(filepath.Join(analysistest.TestData(), "src", "fixes", "*.golden"))
	if err != nil || len(golden) == 0 {
		t.Fatal("no golden files", err)
	}
	wants := regexp.MustCompile("// want .*")
	dir := t.TempDir()
	for _, name := range golden {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fixed := filepath.Join(dir, "src", "fixed", filepath.Base(name[:len(name)-len(".golden")]))
		if err := os.MkdirAll(filepath.Dir(fixed), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(fixed, wants.ReplaceAll(data, nil), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	analysistest.Run(t, dir, sqlorder.Analyzer, "fixed")
}

// ignore takes the place of a test where findings are expected but not listed.
type ignore struct{}

func (ignore) Errorf(string, ...any) {}

func TestNoFix(t *testing.T) {
	for _, res := range analysistest.Run(ignore{}, analysistest.TestData(), sqlorder.Analyzer, "nofix") {
		if len(res.Diagnostics) != 8 {
			t.Errorf("%d findings, want 8", len(res.Diagnostics))
		}
		for _, d := range res.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("%s: a fix for %q", res.Pass.Fset.Position(d.Pos), d.Message)
			}
		}
	}
}
