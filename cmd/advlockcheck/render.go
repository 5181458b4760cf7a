package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// printText prints findings one a line, in the form that editors and compilers share, each followed by its related places
// and, if context is not negative, by the source.
func (a *app) printText(w io.Writer, findings []Finding, context int) {
	bold, plain := "", ""
	if a.colour && w == a.stdout {
		bold, plain = "\x1b[1m", "\x1b[0m"
	}
	for _, f := range findings {
		fmt.Fprintf(w, "%s%s:%s %s\n", bold, f.Start, plain, f.Message)
		printSource(w, f.Start, f.End, context)
		for _, r := range f.Related {
			fmt.Fprintf(w, "\t%s: %s\n", r.Start, r.Message)
			printSource(w, r.Start, r.End, context)
		}
	}
}

// printSource prints the lines from start to end and as many around them as context says, numbered as go vet does.
func printSource(w io.Writer, start, end Position, context int) {
	if context < 0 {
		return
	}
	src, err := os.ReadFile(start.File)
	if err != nil {
		return // the finding was printed, and says where it is
	}
	lines := strings.Split(string(src), "\n")
	for n := max(1, start.Line-context); n <= min(len(lines), end.Line+context); n++ {
		fmt.Fprintf(w, "%d\t%s\n", n, lines[n-1])
	}
}

// A document is what -json prints. Fields may be added to it; none is renamed or removed.
type document struct {
	Complete bool           `json:"complete"` // everything that was asked for was checked
	Findings []Finding      `json:"findings"` // sorted by place
	Counters map[string]int `json:"counters"` // how much SQL was seen and understood
}

func printJSON(w io.Writer, findings []Finding, out outcome) {
	doc := document{Complete: !out.failed, Findings: findings, Counters: out.counters}
	if doc.Findings == nil {
		doc.Findings = []Finding{} // [] and not null
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	enc.Encode(doc)
}

// wantColour reports whether f is a terminal whose user has nothing against colour (see no-color.org).
func wantColour(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}
