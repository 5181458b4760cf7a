package directive

import (
	"flag"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/directive"
	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
	"github.com/advlockcheck/advlockcheck/internal/spell"
)

// A catalogue knows what a directive can ignore: analyzers and their rules.
type catalogue struct {
	names  []string
	passes map[string]*analysis.Analyzer // by their own name and those of their rules
}

func newCatalogue(passes []*analysis.Analyzer) *catalogue {
	c := &catalogue{passes: map[string]*analysis.Analyzer{}}
	for _, a := range passes {
		names := []string{a.Name}
		for _, r := range ruledoc.Rules(a.Doc) {
			names = append(names, r.ID)
		}
		for _, name := range names {
			c.names = append(c.names, name)
			c.passes[name] = a
		}
	}
	return c
}

func (c *catalogue) has(name string) bool { return c.passes[name] != nil }

// suggest says what a name that is not there may have meant: a rule spelled alike, or one of another analyzer that ends
// in the same word.
func (c *catalogue) suggest(name string) string {
	similar := spell.Nearest(name, c.names)
	if len(similar) == 0 {
		last := name[strings.LastIndex(name, "/")+1:]
		for _, n := range c.names {
			if strings.HasSuffix(n, "/"+last) {
				similar = append(similar, n)
			}
		}
	}
	if len(similar) == 0 {
		return "advlockcheck rules lists them"
	}
	return "did you mean " + strings.Join(similar, " or ") + "?"
}

// idle reports whether it is certain that a rule, or all rules of an analyzer, would report nothing without the directive.
// The analyzer of directives, whose result is not known yet, is never idle.
func (c *catalogue) idle(pass *analysis.Pass, d *directive.Directive, name string) bool {
	a := c.passes[name]
	suppressed, ok := pass.ResultOf[a].(*lockop.Suppressed)
	return ok && suppressed.Complete() && !suppressed.By(d, name) && !restrained(a, name)
}

// restrained reports whether a rule, or one of an analyzer, would report more with a flag that is not set. Such a flag is
// named on the page of the rule.
func restrained(a *analysis.Analyzer, name string) bool {
	found := false
	for _, r := range ruledoc.Rules(a.Doc) {
		if name != a.Name && name != r.ID {
			continue
		}
		a.Flags.VisitAll(func(f *flag.Flag) {
			written := "-" + a.Name + "." + f.Name
			found = found || f.Value.String() == "false" && (r.Flag == written || strings.Contains(r.Body, written))
		})
	}
	return found
}
