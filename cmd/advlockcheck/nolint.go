package main

import (
	"go/scanner"
	"go/token"
	"os"
	"slices"
	"strings"
)

// linterName is how golangci-lint, and so a nolint comment, names this program.
const linterName = "advlockcheck"

// dropSuppressed removes the findings that a comment suppresses, and returns how many there were. The comments are those
// of golangci-lint, "//nolint:advlockcheck // why", so that a program needs only one; they stand at the end of the line of
// the finding, or alone on the line above.
func dropSuppressed(findings []Finding) (kept []Finding, dropped int) {
	files := map[string]map[int]bool{}
	for _, f := range findings {
		lines, ok := files[f.Start.File]
		if !ok {
			lines = suppressedLines(f.Start.File)
			files[f.Start.File] = lines
		}
		if lines[f.Start.Line] {
			dropped++
		} else {
			kept = append(kept, f)
		}
	}
	return kept, dropped
}

// suppressedLines returns the lines of a Go file on which findings are suppressed.
func suppressedLines(name string) map[int]bool {
	lines := map[int]bool{}
	src, err := os.ReadFile(name)
	if err != nil || !strings.HasSuffix(name, ".go") {
		return lines
	}
	file := token.NewFileSet().AddFile(name, -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, func(token.Position, string) {}, scanner.ScanComments)
	lastCode := 0 // the last line with code on it
	for {
		pos, tok, lit := s.Scan()
		line := file.PositionFor(pos, false).Line // as in the file, whatever its //line comments say
		switch {
		case tok == token.EOF:
			return lines
		case tok == token.COMMENT:
			if suppresses(lit) {
				lines[line] = true
				if lastCode != line {
					lines[line+1] = true
				}
			}
		case tok == token.SEMICOLON && lit == "\n": // not written by anybody
		default:
			lastCode = line + strings.Count(lit, "\n") // a raw string ends lines below its start
		}
	}
}

// suppresses reports whether a comment is a nolint comment for this program or for all.
func suppresses(comment string) bool {
	text, ok := strings.CutPrefix(comment, "//")
	if !ok {
		return false
	}
	text, _, _ = strings.Cut(text, "//")
	text = strings.TrimSpace(text)
	names, listed := strings.CutPrefix(text, "nolint:")
	if !listed {
		return text == "nolint" || strings.HasPrefix(text, "nolint ")
	}
	return slices.ContainsFunc(strings.Split(names, ","), func(name string) bool {
		name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
		return strings.EqualFold(name, linterName) || strings.EqualFold(name, "all")
	})
}
