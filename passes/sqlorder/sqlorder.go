package sqlorder

import "golang.org/x/tools/go/analysis"

// Analyzer reports lock calls in SQL that lock other rows than the statement returns.
var Analyzer = &analysis.Analyzer{
	Name: "sqlorder",
	Doc:  "report advisory-lock calls in SQL that lock more, fewer or other rows than the statement returns",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}
