package sqlorder

import (
	_ "embed"
	"flag"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
)

//go:embed doc.go
var doc string

// Analyzer reports lock calls in SQL that lock other rows than the statement returns.
var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	var o options
	a := &analysis.Analyzer{
		Name:     "sqlorder",
		Doc:      ruledoc.MustExtract(doc, "sqlorder"),
		URL:      ruledoc.URL("sqlorder"),
		Requires: []*analysis.Analyzer{lockop.Analyzer},
		Run:      lockop.Guard(o.run),
		Flags:    *flag.NewFlagSet("sqlorder", flag.ContinueOnError),
	}
	a.Flags.BoolVar(&o.strict, "strict", false,
		"also report what is exact in practice but not guaranteed by the manual: ORDER BY beside a lock")
	return a
}

type options struct {
	strict bool
}

func (o *options) run(pass *analysis.Pass, res *lockop.Result) {
	for _, op := range res.Ops {
		if lockop.Skip(pass, op.Call) {
			continue
		}
		said := map[string]bool{}
		for _, sql := range op.SQL {
			for _, st := range sql.Parsed.Statements {
				for _, call := range st.Calls {
					hazard, ok := o.worst(call)
					if !ok {
						continue
					}
					d := diagnostic(call, hazard)
					if said[d.Message] {
						continue
					}
					said[d.Message] = true
					d.Pos, d.End = op.Call.Pos(), op.Call.End()
					d.SuggestedFixes = fixes(pass, res.Texts, op, call, hazard)
					pass.Report(d)
				}
			}
		}
	}
}

// worst returns the hazard of the call that is to be reported: one a call, the first that counts.
func (o *options) worst(call locksql.Call) (locksql.Hazard, bool) {
	for _, h := range call.Hazards {
		if !h.Strict || o.strict {
			return h, true
		}
	}
	return locksql.Hazard{}, false
}

func diagnostic(call locksql.Call, h locksql.Hazard) analysis.Diagnostic {
	rule := "sqlorder/" + string(h.Category)
	return analysis.Diagnostic{
		Category: rule,
		Message:  message(call.Func, h) + " [" + rule + "]",
		URL:      ruledoc.URL(rule),
	}
}
