package sqlorder

import (
	_ "embed"

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
	a := lockop.NewPass("sqlorder", doc, lockop.Guard(o.run))
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
					judged, ok := Judge(call, o.strict)
					if !ok || said[judged.Message] {
						continue
					}
					said[judged.Message] = true
					pass.Report(analysis.Diagnostic{
						Pos: op.Call.Pos(), End: op.Call.End(),
						Category:       judged.Rule,
						Message:        judged.Message,
						URL:            ruledoc.URL(judged.Rule),
						SuggestedFixes: fixes(pass, res.Texts, op, call, judged.Fix),
					})
				}
			}
		}
	}
}

// A Judgement is what is said about one lock call.
type Judgement struct {
	Rule    string // sqlorder/overlock
	Message string // one line, with the rule at its end
	Fix     string // what [locksql.Fence] does to the statement, in words; empty where it is no remedy
}

// Judge returns what is to be said about a call: one thing, the most severe. strict also counts what is exact in
// practice but not guaranteed.
func Judge(call locksql.Call, strict bool) (Judgement, bool) {
	for _, h := range call.Hazards {
		if h.Strict && !strict {
			continue
		}
		rule := "sqlorder/" + string(h.Category)
		return Judgement{Rule: rule, Message: message(call.Func, h) + " [" + rule + "]", Fix: wordings[h.Reason].fix}, true
	}
	return Judgement{}, false
}
