package unlockpair

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/lockflow"
	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
)

//go:embed doc.go
var doc string

// Analyzer reports session locks that are not released on all paths, and releases that cannot work.
var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	var o options
	a := lockop.NewPass("unlockpair", doc, lockop.Guard(o.run))
	a.Flags.BoolVar(&o.panic, "panic", false, "also report releases that a panic between lock and unlock would skip")
	a.Flags.BoolVar(&o.pooler, "pooler", false, "report every session lock: for programs that connect through a pooler in transaction mode")
	return a
}

type options struct {
	panic, pooler bool
}

func (o *options) run(pass *analysis.Pass, res *lockop.Result) {
	for _, f := range res.Flow().Findings {
		at := node{f.Pos}
		if lockop.Skip(pass, at) || f.Kind == lockflow.Panic && !o.panic || f.Kind == lockflow.Pooled && !o.pooler {
			continue
		}
		rule := rules[f.Kind]
		pass.Report(analysis.Diagnostic{
			Pos:      f.Pos,
			Category: rule,
			Message:  message(f) + " [" + rule + "]",
			URL:      ruledoc.URL(rule),
			Related:  related(f),

			SuggestedFixes: fixes(pass, res, f),
		})
	}
}
