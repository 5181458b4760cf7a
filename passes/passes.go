// Package passes lists the analyzers of advlockcheck.
package passes

import (
	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/passes/sqlorder"
)

// Suite is the one list of analyzers. The command, the vettool and the plugins all run this list.
var Suite = []*analysis.Analyzer{
	sqlorder.Analyzer,
}
