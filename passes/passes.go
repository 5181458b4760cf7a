// Package passes lists the analyzers of advlockcheck.
package passes

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/passes/directive"
	"github.com/advlockcheck/advlockcheck/passes/sqlorder"
	"github.com/advlockcheck/advlockcheck/passes/unlockpair"
)

// rules lists the analyzers that look at locks, and that directives can tell to ignore something.
var rules = []*analysis.Analyzer{
	unlockpair.Analyzer,
	sqlorder.Analyzer,
}

// Suite is the one list of analyzers. The command, the vettool and the plugins all run this list.
var Suite = slices.Concat(rules, []*analysis.Analyzer{directive.New(rules...)})
