package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// check analyzes Go packages, those of the current directory if none is named.
func (a *app) check(o *options, patterns []string) int {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	out := outcome{noun: "package", where: func(f Finding) string { return f.Package }}
	ran := func(words string, code int, err error) {
		io.WriteString(a.stderr, words)
		if err != nil {
			a.fail(fmt.Errorf("cannot run the go command: %w", err))
		}
		out.failed = out.failed || code != 0 || err != nil
	}
	list, words, code, err := goList(o, patterns)
	if ran(words, code, err); out.failed {
		return a.conclude(o, out)
	}

	raw := rawReport{}
	if len(list.good) > 0 && len(list.bad) > 0 {
		// One package that cannot be loaded, and go vet analyzes none. It still has the best words for the reason.
		ran(goVet(o, list.good, raw))
		ran(goVet(o, list.bad, raw))
	} else {
		ran(goVet(o, patterns, raw))
	}
	a.suggestCommand(patterns, list.bad)

	rep := raw.of(slices.Concat(list.good, list.bad))
	for _, e := range rep.errors {
		a.fail(errors.New(e))
		out.failed = true
	}
	out.findings, out.counters, out.checked = rep.findings, rep.counters, len(list.good)
	return a.conclude(o, out)
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
