package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/advlockcheck/advlockcheck/internal/spell"
)

// check analyzes Go packages, those of the current directory if none is named.
func (a *app) check(o *options, patterns []string) int {
	r := a.analyze(o, patterns)
	return a.conclude(o, outcome{
		noun:     "package",
		where:    func(f Finding) string { return f.Package },
		findings: r.findings, counters: r.counters, checked: len(r.checked), failed: r.failed,
	})
}

// An analysis is a report, and how far it goes.
type analysis struct {
	report
	checked []string // import paths
	failed  bool     // not everything that was asked for could be looked at
}

// analyze runs the analyzers on Go packages, those of the current directory if none is named. What could not be run is
// said in the go command's words.
func (a *app) analyze(o *options, patterns []string, toolFlags ...string) (r analysis) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	ran := func(words string, code int, err error) {
		io.WriteString(a.stderr, words)
		if err != nil {
			a.fail(fmt.Errorf("cannot run the go command: %w", err))
		}
		r.failed = r.failed || code != 0 || err != nil
	}
	list, words, code, err := goList(o, patterns)
	if ran(words, code, err); r.failed {
		return r
	}

	raw := rawReport{}
	vet := func(patterns []string) { ran(goVet(o, append(o.toolFlags(), toolFlags...), patterns, raw)) }
	if len(list.good) > 0 && len(list.bad) > 0 {
		// One package that cannot be loaded, and go vet analyzes none. It still has the best words for the reason.
		vet(list.good)
		vet(list.bad)
	} else {
		vet(patterns)
	}
	a.suggestCommand(patterns, list.bad)

	r.report = raw.of(slices.Concat(list.good, list.bad))
	for _, e := range r.errors {
		a.fail(errors.New(e))
		r.failed = true
	}
	r.checked = list.good
	return r
}

// suggestCommand says so if the first word was not a package and may have been meant as a command.
func (a *app) suggestCommand(words, bad []string) {
	if !slices.Contains(bad, words[0]) {
		return
	}
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	if similar := spell.Nearest(words[0], names); len(similar) > 0 {
		fmt.Fprintf(a.stderr, "advlockcheck: %s is no package; the command is called %s\n", words[0], similar[0])
	}
}
