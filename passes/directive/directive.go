package directive

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/directive"
	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
	"github.com/advlockcheck/advlockcheck/internal/spell"
)

//go:embed doc.go
var doc string

// The rules of this analyzer.
const (
	malformed = "directive/malformed"
	unknown   = "directive/unknown"
	unused    = "directive/unused"
)

// New returns the analyzer of the directives for the given passes. It requires them, and so they run for it also where
// they are switched off: what is of use does not depend on that.
func New(passes ...*analysis.Analyzer) *analysis.Analyzer {
	var rules func() *catalogue
	a := lockop.NewPass("directive", doc, lockop.GuardLast(func(pass *analysis.Pass, res *lockop.Result) {
		run(pass, res, rules)
	}))
	a.Requires = append(a.Requires, passes...)
	rules = sync.OnceValue(func() *catalogue { return newCatalogue(slices.Concat(passes, []*analysis.Analyzer{a})) })
	return a
}

func run(pass *analysis.Pass, res *lockop.Result, rules func() *catalogue) {
	all := res.Directives.All()
	if len(all) == 0 {
		return
	}
	c := checker{pass, rules(), survey(pass, res)}
	for _, d := range all {
		if !lockop.Skip(pass, d.Comment) {
			c.check(d)
		}
	}
}

// A checker looks at the directives of one package.
type checker struct {
	pass  *analysis.Pass
	rules *catalogue
	near  map[*directive.Directive]surroundings
}

// check reports what is wrong with a directive.
func (c *checker) check(d *directive.Directive) {
	switch d.Problem {
	case directive.None:
		c.checkUse(d)
	case directive.Spaced:
		if c.meant(d) {
			c.report(d, malformed, "// advlock:"+d.Word+" is an ordinary comment because of its space; write "+d.String(),
				removeSpace(d))
		}
	case directive.UnknownWord:
		c.report(d, malformed, "there is no directive "+d.String()+"; "+suggestWord(d.Word))
	case directive.NoRule:
		c.report(d, malformed, d.String()+" names no rule and ignores nothing; write "+d.String()+" RULE why")
	case directive.NoReason:
		c.report(d, malformed, d.String()+" gives no reason and has no effect; say why at its end")
	}
}

// checkUse looks at a directive of the right form: at what it stands, and what for.
func (c *checker) checkUse(d *directive.Directive) {
	switch d.Word {
	case directive.Acquires, directive.Releases:
		if !c.near[d].function {
			c.report(d, malformed, d.String()+" stands at no function; put it on the line above the one that it speaks of")
		}
	case directive.Hold:
		if !c.near[d].mayAcquire() {
			c.report(d, unused, d.String()+" stands where no lock is taken; put it on the line above the acquisition")
		}
	case directive.Ignore:
		c.checkRules(d)
	}
}

// checkRules looks at the rules that a directive ignores.
func (c *checker) checkRules(d *directive.Directive) {
	var idle []string
	for _, arg := range d.Args {
		switch {
		case !c.rules.has(arg):
			c.report(d, unknown, "there is no rule "+arg+"; "+c.rules.suggest(arg))
		case c.rules.idle(c.pass, d, arg):
			idle = append(idle, arg)
		}
	}
	switch message := "no finding of " + strings.Join(idle, " or ") + " to ignore here; remove "; len(idle) {
	case 0:
	case len(d.Args):
		c.report(d, unused, message+"the directive", removeDirective(c.pass, d)...)
	default:
		c.report(d, unused, message+"it from the directive")
	}
}

// meant reports whether a comment would be of use without its space: it may as well only speak of a directive.
func (c *checker) meant(d *directive.Directive) bool {
	switch d.Word {
	case directive.Acquires, directive.Releases:
		return c.near[d].function
	case directive.Hold:
		return c.near[d].acquires
	}
	return slices.ContainsFunc(d.Args, c.rules.has)
}

func (c *checker) report(d *directive.Directive, rule, message string, fixes ...analysis.SuggestedFix) {
	if _, ok := d.Ignores(rule); ok {
		return
	}
	c.pass.Report(analysis.Diagnostic{
		Pos: d.Comment.Pos(), End: d.Comment.End(),
		Category:       rule,
		Message:        message + " [" + rule + "]",
		URL:            ruledoc.URL(rule),
		SuggestedFixes: fixes,
	})
}

// suggestWord says which directives there are.
func suggestWord(word string) string {
	if similar := spell.Nearest(word, directive.Words); len(similar) > 0 {
		return "did you mean " + strings.Join(similar, " or ") + "?"
	}
	last := len(directive.Words) - 1
	return "there are " + strings.Join(directive.Words[:last], ", ") + " and " + directive.Words[last]
}
