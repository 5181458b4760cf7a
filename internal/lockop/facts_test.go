package lockop_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
)

// Only what callers need to know becomes a fact, and packages whose functions owe nothing have none.
func TestFacts(t *testing.T) {
	results := analysistest.Run(t, analysistest.TestData(), lockop.Analyzer, "facts/wrappers", "facts/importer", "facts/declared", "facts/none", "nolocks")
	for _, res := range results {
		if path := res.Pass.Pkg.Path(); path != "facts/none" && path != "nolocks" {
			continue
		}
		if facts := res.Pass.AllPackageFacts(); len(facts) > 0 {
			t.Errorf("%s: %v", res.Pass.Pkg.Path(), facts)
		}
		for _, f := range res.Pass.AllObjectFacts() {
			if f.Object.Pkg() == res.Pass.Pkg {
				t.Errorf("%s: %s: %v", res.Pass.Pkg.Path(), f.Object.Name(), f.Fact)
			}
		}
	}
}
