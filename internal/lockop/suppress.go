package lockop

import (
	"flag"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/directive"
	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
)

// NewPass returns an analyzer whose documentation is in content, the source of its doc.go. Run and ResultType belong to
// each other: [Guard] makes both come out right.
func NewPass(name, content string, run func(*analysis.Pass) (any, error)) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       name,
		Doc:        ruledoc.MustExtract(content, name),
		URL:        ruledoc.URL(name),
		Requires:   []*analysis.Analyzer{Analyzer},
		Run:        run,
		ResultType: reflect.TypeFor[*Suppressed](),
		Flags:      *flag.NewFlagSet(name, flag.ContinueOnError),
	}
}

// Suppressed is the result of a pass: what directives in the source kept it from reporting.
type Suppressed struct {
	complete bool
	by       map[suppression]bool
}

// A suppression is one argument of a directive that a rule was found in.
type suppression struct {
	directive *directive.Directive
	arg       string
}

// Complete reports whether the pass has looked at the whole package. It has not after an internal error.
func (s *Suppressed) Complete() bool { return s.complete }

// By reports whether an argument of a directive, a rule or an analyzer, suppressed anything.
func (s *Suppressed) By(d *directive.Directive, arg string) bool { return s.by[suppression{d, arg}] }

// filter returns a pass like the given one that does not report what a directive tells it to ignore. A diagnostic is
// known by its category, which is its rule.
func (s *Suppressed) filter(pass *analysis.Pass, directives *directive.Set) *analysis.Pass {
	filtered := *pass
	filtered.Report = func(d analysis.Diagnostic) {
		if by, ok := directives.Ignored(d.Category, d.Pos); ok {
			arg, _ := by.Ignores(d.Category)
			s.by[suppression{by, arg}] = true
			return
		}
		pass.Report(d)
	}
	return &filtered
}
