package main

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"text/tabwriter"
)

// The verdicts on a module, in the order of the summary.
const (
	clean     = "ok"
	found     = "findings"
	notLoaded = "could not load" // not all of it
	overTime  = "over time"
	crashed   = "crashed"
	otherwise = "failed" // killed, or not started
)

const countFormat = "%s\t%d\n"

// verdict reads the exit code.
func (r result) verdict() string {
	switch {
	case r.TimedOut:
		return overTime
	case r.Crashed:
		return crashed
	case r.Exit == 0:
		return clean
	case r.Exit == 1:
		return found
	case r.Exit == 2:
		return notLoaded
	}
	return otherwise
}

// line says in short how a module fared.
func (r result) line() string {
	n := 0
	for _, count := range r.rules {
		n += count
	}
	s := fmt.Sprintf("%s, %.1f s, CPU %.1f s", r.verdict(), r.Wall, r.CPU)
	if n > 0 {
		s += fmt.Sprintf(", findings: %d", n)
	}
	return s
}

// findingLine matches where the output of advlockcheck names the rule of a finding, as text and as JSON.
var findingLine = regexp.MustCompile(`(?m)\[([a-z]+/[a-z]+)\]$|^ *"rule": "([a-z]+/[a-z]+)",$`)

// countRules counts findings by rule.
func countRules(stdout []byte) map[string]int {
	rules := map[string]int{}
	for _, m := range findingLine.FindAllSubmatch(stdout, -1) {
		rules[string(m[1])+string(m[2])]++
	}
	return rules
}

// summarize prints a table of all modules and one of all rules.
func summarize(out io.Writer, results []result) {
	verdicts, rules := map[string]int{}, map[string]int{}
	wall, cpu := 0.0, 0.0
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "MODULE\tVERDICT\tFINDINGS\tWALL\tCPU")
	for _, r := range results {
		n := 0
		for rule, count := range r.rules {
			rules[rule] += count
			n += count
		}
		verdicts[r.verdict()]++
		wall, cpu = wall+r.Wall, cpu+r.CPU
		fmt.Fprintf(w, "%s\t%s\t%d\t%.1f\t%.1f\n", r.Dir, r.verdict(), n, r.Wall, r.CPU)
	}
	fmt.Fprintf(w, "total\t%d modules\t\t%.1f\t%.1f\n", len(results), wall, cpu)
	w.Flush()

	fmt.Fprintln(w)
	for _, v := range []string{clean, found, notLoaded, overTime, crashed, otherwise} {
		fmt.Fprintf(w, countFormat, v, verdicts[v])
	}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		fmt.Fprintf(w, countFormat, rule, rules[rule])
	}
	w.Flush()
}
