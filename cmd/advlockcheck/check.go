package main

import (
	"fmt"
	"io"
	"slices"
)

// check analyzes Go packages, those of the current directory if none is named.
func (a *app) check(o *options, patterns []string) int {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	list, words, code, err := goList(o, patterns)
	if err != nil {
		return a.fail(fmt.Errorf("cannot run the go command: %w", err))
	}
	if code != 0 {
		io.WriteString(a.stderr, words)
		return exitFailed
	}

	raw := rawReport{}
	failed := false
	vet := func(patterns []string) {
		words, code, err := goVet(o, patterns, raw)
		io.WriteString(a.stderr, words)
		if err != nil {
			a.fail(err)
		}
		failed = failed || code != 0 || err != nil
	}
	if len(list.good) > 0 && len(list.bad) > 0 {
		// One package that cannot be loaded, and go vet analyzes none. It still finds the best words for the reason.
		vet(list.good)
		vet(list.bad)
	} else {
		vet(patterns)
	}
	a.suggestCommand(patterns, list.bad)

	rep := raw.of(slices.Concat(list.good, list.bad))
	for _, e := range rep.errors {
		a.fail(fmt.Errorf("%s", e))
	}
	return a.conclude(o, outcome{
		findings: rep.findings,
		counters: rep.counters,
		where:    func(f Finding) string { return f.Package },
		checked:  len(list.good),
		noun:     "package",
		failed:   failed || len(rep.errors) > 0,
	})
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
	if similar := nearest(words[0], names); len(similar) > 0 {
		fmt.Fprintf(a.stderr, "advlockcheck: %s is no package; the command is called %s\n", words[0], similar[0])
	}
}
