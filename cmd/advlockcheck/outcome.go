package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// An outcome is what a command found out, before anything is printed.
type outcome struct {
	findings []Finding
	counters map[string]int
	where    func(Finding) string // the package or file that a finding is counted under
	checked  int                  // how many of them were looked at
	noun     string               // what they are called
	failed   bool                 // not everything could be looked at
}

// conclude drops what is suppressed, applies or prints fixes if asked to, prints the findings that are left and a summary,
// and returns the exit code. Fixed findings do not count; those that -diff shows do, because nothing has changed yet.
func (a *app) conclude(o *options, out outcome) int {
	findings, suppressed := dropSuppressed(out.findings)
	to, left, fixed := a.stdout, findings, 0
	if o.fix || o.diff {
		p := planFixes(findings)
		left, fixed = p.left, len(findings)-len(p.left)
		if o.diff {
			p.print(a.stdout)
			to = a.stderr // the patch stands alone on standard output
		} else if err := p.apply(); err != nil {
			a.fail(err)
			out.failed = true
		}
		for _, note := range p.notes {
			fmt.Fprintln(a.stderr, note)
		}
	}

	if o.json {
		printJSON(a.stdout, left, out)
	} else {
		a.printText(to, left, o.context)
	}
	a.summarize(o, out, left, fixed, suppressed)

	switch {
	case out.failed:
		return exitFailed
	case len(left) > 0 || o.diff && fixed > 0:
		return exitFound
	}
	return exitClean
}

// summarize writes one line about the findings, and more if asked for, to standard error.
func (a *app) summarize(o *options, out outcome, left []Finding, fixed, suppressed int) {
	places := map[string]bool{}
	rules := map[string]int{}
	for _, f := range left {
		places[out.where(f)] = true
		rules[f.Rule]++
	}
	var line strings.Builder
	if len(left) == 0 {
		fmt.Fprintf(&line, "no findings in %s", plural(out.checked, out.noun))
	} else {
		fmt.Fprintf(&line, "%s in %s", plural(len(left), "finding"), plural(len(places), out.noun))
		sep := ": "
		for _, rule := range slices.Sorted(maps.Keys(rules)) {
			fmt.Fprintf(&line, "%s%d %s", sep, rules[rule], rule)
			sep = ", "
		}
	}
	if fixed > 0 {
		verb := "fixed"
		if o.diff {
			verb = "fixable"
		}
		fmt.Fprintf(&line, "; %d %s", fixed, verb)
	}
	if suppressed > 0 {
		fmt.Fprintf(&line, "; %d suppressed by nolint", suppressed)
	}
	if out.failed {
		line.WriteString("; not everything could be checked")
	}
	fmt.Fprintln(a.stderr, line.String())
	if o.stats() {
		printCounters(a.stderr, out.counters)
	}
}

func printCounters(w io.Writer, counters map[string]int) {
	for _, name := range slices.Sorted(maps.Keys(counters)) {
		fmt.Fprintf(w, "%s: %d\n", name, counters[name])
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
