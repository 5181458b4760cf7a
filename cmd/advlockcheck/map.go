package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
)

// mapFlag is the flag of the vettool that asks for the inventories of packages.
const mapFlag = "map"

// lockMap shows the advisory locks of Go packages. Locks are no fault: the exit code only says whether all packages could
// be looked at.
func (a *app) lockMap(o *options, patterns []string) int {
	i := slices.IndexFunc(lockmap.Formats, func(f lockmap.Format) bool { return f.Name == o.format })
	if i < 0 {
		return a.usage(fmt.Errorf("there is no format %s; there are %s", o.format, strings.Join(formatNames(), ", ")))
	}
	r := a.analyze(o, patterns, "-"+mapFlag+"=true")
	m := lockmap.Map{
		Inventory:  lockmap.Merge(r.maps...),
		Title:      cmp.Or(lockmap.CommonPath(r.checked), strings.Join(patterns, " ")),
		Incomplete: r.failed,
	}
	if dir, err := os.Getwd(); err == nil {
		m.Inventory = m.Relative(dir)
	}

	var out bytes.Buffer
	err := lockmap.Formats[i].Write(m, &out)
	if err == nil && o.output != "" {
		err = os.WriteFile(o.output, out.Bytes(), 0o666)
	} else if err == nil {
		shown := out.String()
		if a.colour && o.format == "text" {
			shown = colourMap(shown)
		}
		_, err = a.stdout.Write([]byte(shown))
	}
	if err != nil {
		a.fail(err)
		r.failed = true
	}

	fmt.Fprintln(a.stderr, mapSummary(m))
	if o.stats() {
		printCounters(a.stderr, r.counters)
	}
	if r.failed {
		return exitFailed
	}
	return exitClean
}

// mapSummary says in one line what is on a map.
func mapSummary(m lockmap.Map) string {
	s := m.Summary()
	line := "no advisory locks"
	if s.Operations > 0 {
		line = plural(s.Operations, "lock operation") + " on " + plural(s.Keys, "key")
	}
	if s.Missing > 0 {
		line += fmt.Sprintf("; %d without a release", s.Missing)
	}
	if s.Cycles > 0 {
		line += "; " + plural(s.Cycles, "cycle") + " in the order of keys"
	}
	if m.Incomplete {
		line += "; not everything could be looked at"
	}
	return line
}

// colourMap makes the keys of a map in text stand out, and what it marks with !!.
func colourMap(text string) string {
	const bold, red, plain = "\x1b[1m", "\x1b[31m", "\x1b[0m"
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		before, marked, found := strings.Cut(line, "!! ")
		switch {
		case line != "" && !strings.HasPrefix(line, " "):
			line = bold + line + plain
		case found:
			words, rest, _ := strings.Cut(marked, "  ")
			line = before + red + "!! " + words + plain
			if rest != "" {
				line += "  " + rest
			}
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func formatNames() []string {
	var names []string
	for _, f := range lockmap.Formats {
		names = append(names, f.Name)
	}
	return names
}
