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

// Guard makes the Run function of a pass, which [NewPass] takes. What directives tell it to ignore is not reported, and
// becomes the result. An internal error, of lockop or of the rule, becomes one diagnostic that names the package: the run
// goes on. The first pass of a package reports its counters.
func Guard(rule func(*analysis.Pass, *Result)) func(*analysis.Pass) (any, error) {
	return guarded(func(pass, filtered *analysis.Pass, res *Result) {
		res.reported.Do(func() { res.report(pass) })
		if res.Texts != nil {
			rule(filtered, res)
		}
	})
}

// GuardLast is like [Guard], for a pass that requires others. It looks at packages without locks too, and reports the
// counters once more: the pass that has done so may be one that is switched off, of which nothing is seen.
func GuardLast(rule func(*analysis.Pass, *Result)) func(*analysis.Pass) (any, error) {
	return guarded(func(pass, filtered *analysis.Pass, res *Result) {
		res.report(pass)
		if res.failure == "" {
			rule(filtered, res)
		}
	})
}

func guarded(run func(pass, filtered *analysis.Pass, res *Result)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (result any, err error) {
		res := pass.ResultOf[Analyzer].(*Result)
		done := &Suppressed{by: map[suppression]bool{}}
		defer func() {
			result = done // also after a panic
			if r := recover(); r != nil {
				reportFailure(pass, pass.Analyzer.Name, describe(r))
			}
		}()
		run(pass, done.filter(pass, res.Directives), res)
		done.complete = res.failure == ""
		return done, nil
	}
}

// report reports what is not a finding: an internal error, and what is asked for by flags.
func (res *Result) report(pass *analysis.Pass) {
	if res.failure != "" {
		reportFailure(pass, "lockop", res.failure)
	}
	if flags.stats && res.Texts != nil && len(pass.Files) > 0 {
		message, err := json.Marshal(res.Stats)
		if err == nil {
			pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Category: StatsCategory, Message: string(message)})
		}
	}
	res.reportMap(pass)
}

// reportFailure tells of an internal error.
func reportFailure(pass *analysis.Pass, analyzer, failure string) {
	if len(pass.Files) == 0 {
		return
	}
	cause, _, _ := strings.Cut(failure, "\n")
	pass.Report(analysis.Diagnostic{
		Pos:      pass.Files[0].Package,
		Category: InternalCategory,
		Message: "internal error of " + analyzer + " in package " + pass.Pkg.Path() + ": " + cause +
			"; not all of this package was checked, please report it",
	})
}
