package main

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"

	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
	"github.com/advlockcheck/advlockcheck/internal/spell"
	"github.com/advlockcheck/advlockcheck/passes"
)

// allRules returns the rules of all analyzers, in the order in which they are documented.
func allRules() []ruledoc.Rule {
	var rules []ruledoc.Rule
	for _, a := range passes.Suite {
		rules = append(rules, ruledoc.Rules(a.Doc)...)
	}
	return rules
}

// rules prints the table of rules.
func (a *app) rules(_ *options, args []string) int {
	if len(args) > 0 {
		return a.usage(fmt.Errorf("advlockcheck rules takes no arguments"))
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tDEFAULT\tREPORTS")
	for _, r := range allRules() {
		state := "on"
		if !r.OnByDefault() {
			state = r.Flag
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.ID, state, r.Summary)
	}
	w.Flush()
	return exitClean
}

// explain prints the page of a rule, or what an analyzer says about itself.
func (a *app) explain(_ *options, args []string) int {
	if len(args) != 1 {
		return a.usage(fmt.Errorf("advlockcheck explain takes one rule, such as sqlorder/overlock"))
	}
	var names []string
	for _, an := range passes.Suite {
		if names = append(names, an.Name); an.Name == args[0] {
			fmt.Fprintln(a.stdout, ruledoc.Overview(an.Doc))
			return exitClean
		}
	}
	for _, r := range allRules() {
		if names = append(names, r.ID); r.ID == args[0] {
			fmt.Fprint(a.stdout, r.Text(textWidth()))
			return exitClean
		}
	}
	similar := spell.Nearest(args[0], names)
	if len(similar) == 0 {
		for _, name := range names {
			if strings.HasSuffix(name, "/"+args[0]) {
				similar = append(similar, name)
			}
		}
	}
	if len(similar) == 0 {
		return a.fail(fmt.Errorf("there is no rule %s; 'advlockcheck rules' lists them", args[0]))
	}
	return a.fail(fmt.Errorf("there is no rule %s; did you mean %s?", args[0], strings.Join(similar, " or ")))
}

// textWidth returns the width for running text: that of the terminal, within what reads well.
func textWidth() int {
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		return min(max(width, 40), 100)
	}
	return 80
}
