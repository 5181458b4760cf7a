package unlockpair_test

import (
	"cmp"
	"os"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/advlockcheck/advlockcheck/passes/unlockpair"
)

// The programs of TestDamage are reported where they go wrong, by the rule that they are named after.
func TestDamageReported(t *testing.T) {
	dirs, err := os.ReadDir("testdata/damage")
	if err != nil {
		t.Fatal(err)
	}
	byFlag := map[string][]string{}
	for _, dir := range dirs {
		name, needs := dir.Name(), ""
		if name == "panic" || name == "pooler" {
			needs = name
		}
		byFlag[needs] = append(byFlag[needs], "./passes/unlockpair/testdata/damage/"+name)
	}
	for needs, patterns := range byFlag {
		t.Run(cmp.Or(needs, "no flag"), func(t *testing.T) {
			if needs != "" {
				set(t, &unlockpair.Analyzer.Flags, needs)
			}
			analysistest.Run(t, "../..", unlockpair.Analyzer, patterns...) // the module: the drivers are the real ones
		})
	}
}
