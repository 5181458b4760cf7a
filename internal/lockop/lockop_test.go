package lockop_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// operations reports every operation with its texts.
var operations = &analysis.Analyzer{
	Name:     "operations",
	Doc:      "report lock operations",
	Requires: []*analysis.Analyzer{lockop.Analyzer},
	Run: lockop.Guard(func(pass *analysis.Pass, res *lockop.Result) {
		for _, op := range res.Ops {
			var texts []string
			for _, sql := range op.SQL {
				texts = append(texts, strings.ReplaceAll(sql.Text.String(), string(sqltext.Hole), "…"))
			}
			pass.Reportf(op.Call.Pos(), "runs %s", strings.Join(texts, " or "))
		}
	}),
}

func TestOperations(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), operations, "calls")
}
