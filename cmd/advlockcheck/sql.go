package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
	"github.com/advlockcheck/advlockcheck/passes/sqlorder"
)

// sql checks SQL files as they are: migrations, the queries of sqlc, dumps.
func (a *app) sql(o *options, files []string) int {
	if len(files) == 0 {
		return a.usage(fmt.Errorf("advlockcheck sql takes the names of files, or - for standard input"))
	}
	out := outcome{
		counters: map[string]int{},
		where:    func(f Finding) string { return f.Start.File },
		noun:     "file",
	}
	for _, name := range files {
		text, name, err := a.readSQL(name)
		if err != nil {
			a.fail(err)
			out.failed = true
			continue
		}
		out.checked++
		for _, s := range locksql.Analyze(text).Statements {
			out.counters["lock statements"]++
			if s.Err != nil {
				out.counters["statements not understood"]++
				if o.verbose {
					fmt.Fprintf(a.stderr, "%s: %v; only searched for calls\n", place(name, text, s.Pos), s.Err)
				}
			}
			for _, c := range s.Calls {
				if f, ok := callFinding(name, text, c, o.strict()); ok {
					out.findings = append(out.findings, f)
				}
			}
		}
	}
	out.findings = tidy(out.findings)
	return a.conclude(o, out)
}

// readSQL returns the text of a file, and the name to print for it.
func (a *app) readSQL(name string) (text, shown string, err error) {
	var data []byte
	if name == "-" {
		name = "<stdin>"
		data, err = io.ReadAll(a.stdin)
	} else {
		data, err = os.ReadFile(name)
	}
	return string(data), name, err
}

// callFinding returns what is to be reported about one call, as for calls in Go programs.
func callFinding(name, text string, c locksql.Call, strict bool) (Finding, bool) {
	judged, ok := sqlorder.Judge(c, strict)
	if !ok {
		return Finding{}, false
	}
	f := Finding{
		Rule:    judged.Rule,
		URL:     ruledoc.URL(judged.Rule),
		Message: judged.Message,
		Start:   place(name, text, c.Pos),
		End:     place(name, text, c.End),
	}
	if edits := locksql.Fence(text, c); edits != nil && judged.Fix != "" {
		fix := Fix{Message: judged.Fix}
		for _, e := range edits {
			fix.Edits = append(fix.Edits, Edit{File: name, Start: e.Pos, End: e.End, New: e.New})
		}
		f.Fixes = []Fix{fix}
	}
	return f, true
}

// place turns an offset into a position.
func place(name, text string, offset int) Position {
	before := text[:offset]
	return Position{
		File:   name,
		Line:   1 + strings.Count(before, "\n"),
		Column: offset - strings.LastIndex(before, "\n"),
	}
}
