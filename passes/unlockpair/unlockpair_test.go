package unlockpair_test

import (
	"flag"
	"os"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/advlockcheck/advlockcheck/passes/unlockpair"
)

// flagged are the packages of scenarios that need a flag, or are only imported by others.
var flagged = map[string]bool{"panics": true, "pooler": true, "open": true}

func TestScenarios(t *testing.T) {
	dirs, err := os.ReadDir(analysistest.TestData() + "/src")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, dir := range dirs {
		if name := dir.Name(); !flagged[name] && name != "github.com" && name != "golang.org" && name != "gorm.io" {
			names = append(names, name+"/...")
		}
	}
	analysistest.Run(t, analysistest.TestData(), unlockpair.Analyzer, names...)
}

func TestPanic(t *testing.T) {
	set(t, &unlockpair.Analyzer.Flags, "panic")
	analysistest.Run(t, analysistest.TestData(), unlockpair.Analyzer, "panics")
}

func TestPooler(t *testing.T) {
	set(t, &unlockpair.Analyzer.Flags, "pooler")
	analysistest.Run(t, analysistest.TestData(), unlockpair.Analyzer, "pooler")
}

// set turns a boolean flag on for one test.
func set(t *testing.T, fs *flag.FlagSet, name string) {
	t.Helper()
	if err := fs.Set(name, "true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { fs.Set(name, "false") })
}
