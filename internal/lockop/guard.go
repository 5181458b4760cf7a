package lockop

import (
	"encoding/json"
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// StatsCategory marks the diagnostic that carries the counters of a package, [Stats] as JSON. The go command replays
// diagnostics from its cache, and nothing else that a tool says.
const StatsCategory = "advlockcheck/stats"

// InternalCategory marks the diagnostic that tells of an internal error.
const InternalCategory = "advlockcheck/internal"

// Skip reports whether nothing is to be reported at n, because it stands in a test.
func Skip(pass *analysis.Pass, n ast.Node) bool {
	return !flags.tests && strings.HasSuffix(pass.Fset.File(n.Pos()).Name(), "_test.go")
}

// Guard makes the Run function of a pass, which must require [Analyzer]. An internal error, of lockop or of the rule,
// becomes one diagnostic that names the package: the run goes on. The first pass of a package reports its counters.
func Guard(rule func(*analysis.Pass, *Result)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		res := pass.ResultOf[Analyzer].(*Result)
		defer func() {
			if r := recover(); r != nil {
				report(pass, describe(r))
			}
		}()
		res.reported.Do(func() {
			if res.failure != "" {
				report(pass, res.failure)
			}
			if flags.stats && res.Texts != nil && len(pass.Files) > 0 {
				message, err := json.Marshal(res.Stats)
				if err == nil {
					pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Category: StatsCategory, Message: string(message)})
				}
			}
			res.reportMap(pass)
		})
		if res.Texts != nil {
			rule(pass, res)
		}
		return nil, nil
	}
}

// report tells of an internal error.
func report(pass *analysis.Pass, failure string) {
	if len(pass.Files) == 0 {
		return
	}
	cause, _, _ := strings.Cut(failure, "\n")
	pass.Report(analysis.Diagnostic{
		Pos:      pass.Files[0].Package,
		Category: InternalCategory,
		Message: "internal error of " + pass.Analyzer.Name + " in package " + pass.Pkg.Path() + ": " + cause +
			"; this package was not checked, please report it",
	})
}
