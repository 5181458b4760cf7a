package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Finding is one diagnostic, as -json prints it. Fields may be added to it; none is renamed or removed.
type Finding struct {
	Rule    string    `json:"rule"` // analyzer/category
	URL     string    `json:"url"`  // the page of the rule
	Message string    `json:"message"`
	Package string    `json:"package,omitempty"` // import path; absent for .sql files
	Start   Position  `json:"start"`
	End     Position  `json:"end"`
	Related []Related `json:"related,omitempty"`
	Fixes   []Fix     `json:"fixes,omitempty"` // alternatives, the preferred one first
}

// A Position is a place in a file. Lines and columns count from 1, columns in bytes.
type Position struct {
	File   string `json:"filename"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Related is a second place that belongs to a finding.
type Related struct {
	Message string   `json:"message"`
	Start   Position `json:"start"`
	End     Position `json:"end"`
}

// A Fix is a change that would remove the finding. Its edits belong together.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// An Edit replaces the bytes [Start, End) of a file, counted from 0.
type Edit struct {
	File  string `json:"filename"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

func (p Position) String() string {
	return p.File + ":" + strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
}

func (p Position) compare(q Position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// parsePosition reads file:line:column, as the go command prints it.
func parsePosition(s string) Position {
	rest, column, ok1 := cutLast(s, ":")
	file, line, ok2 := cutLast(rest, ":")
	if !ok1 || !ok2 {
		return Position{File: s}
	}
	l, err1 := strconv.Atoi(line)
	c, err2 := strconv.Atoi(column)
	if err1 != nil || err2 != nil {
		return Position{File: s}
	}
	return Position{File: file, Line: l, Column: c}
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// tidy sorts findings by place and removes those that are there twice: the files of a package belong to its test variant
// too.
func tidy(findings []Finding) []Finding {
	slices.SortStableFunc(findings, func(f, g Finding) int {
		return cmp.Or(f.Start.compare(g.Start), cmp.Compare(f.Rule, g.Rule), cmp.Compare(f.Message, g.Message))
	})
	return slices.CompactFunc(findings, func(f, g Finding) bool {
		return f.Start == g.Start && f.Rule == g.Rule && f.Message == g.Message
	})
}

// shorten makes the file names of findings relative to the working directory where that is shorter.
func shorten(findings []Finding) {
	dir, err := os.Getwd()
	if err != nil {
		return
	}
	short := func(name *string) {
		if rel, err := filepath.Rel(dir, *name); err == nil && filepath.IsAbs(*name) && len(rel) < len(*name) {
			*name = rel
		}
	}
	for i := range findings {
		f := &findings[i]
		short(&f.Start.File)
		short(&f.End.File)
		for j := range f.Related {
			short(&f.Related[j].Start.File)
			short(&f.Related[j].End.File)
		}
		for _, fix := range f.Fixes {
			for j := range fix.Edits {
				short(&fix.Edits[j].File)
			}
		}
	}
}
