package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// A fixPlan holds the changes that -fix makes and -diff prints. It is made from the findings alone: fixes cost no second
// analysis.
type fixPlan struct {
	files map[string]*fixedFile
	left  []Finding // those without a fix, or whose fix is not applied
	notes []string  // why fixes are not applied
}

// A fixedFile is a file and the edits that were chosen for it.
type fixedFile struct {
	old, new []byte
	edits    []Edit // without overlaps
	findings []Finding
	refused  string // why the file must not be edited, if so
}

// planFixes chooses the first fix of each finding. A fix is applied whole or not at all: one that overlaps a fix chosen
// before is left for the next run, which sees the file as it then is.
func planFixes(findings []Finding) *fixPlan {
	p := &fixPlan{files: map[string]*fixedFile{}}
	for _, f := range findings {
		if len(f.Fixes) == 0 {
			p.left = append(p.left, f)
			continue
		}
		if why := p.choose(f); why != "" {
			p.leave(f, why)
		}
	}
	for _, file := range p.files {
		if err := file.render(); err != nil {
			for _, f := range file.findings {
				p.leave(f, err.Error())
			}
			file.edits = nil
		}
	}
	p.left = tidy(p.left)
	slices.Sort(p.notes)
	return p
}

func (p *fixPlan) leave(f Finding, why string) {
	p.left = append(p.left, f)
	p.notes = append(p.notes, fmt.Sprintf("%s: fix not applied: %s", f.Start, why))
}

// choose adds the first fix of a finding to the plan, or says why not.
func (p *fixPlan) choose(f Finding) (why string) {
	edits := f.Fixes[0].Edits
	if len(edits) == 0 {
		return "it changes nothing"
	}
	name := edits[0].File
	file := p.files[name]
	if file == nil {
		file = openFixed(name)
		p.files[name] = file
	}
	if file.refused != "" {
		return file.refused
	}
	chosen := slices.Clone(file.edits)
	for _, e := range edits {
		switch {
		case e.File != name:
			return "it changes several files"
		case e.Start < 0 || e.End < e.Start || e.End > len(file.old):
			return "the file has changed since it was analyzed"
		case slices.Contains(chosen, e): // two findings with one cause
		case slices.ContainsFunc(chosen, e.overlaps):
			return "it overlaps another one; run again"
		default:
			chosen = append(chosen, e)
		}
	}
	file.edits = chosen
	file.findings = append(file.findings, f)
	return ""
}

// overlaps reports whether two edits touch a common byte. Two insertions at one place do not commute, so they overlap.
func (e Edit) overlaps(f Edit) bool {
	return e.Start < f.End && f.Start < e.End || e.Start == f.Start
}

var lineComment = regexp.MustCompile(`(?m)^//line |/\*line `)

// openFixed reads a file and decides whether it may be edited.
func openFixed(name string) *fixedFile {
	src, err := os.ReadFile(name)
	if err != nil {
		return &fixedFile{refused: err.Error()}
	}
	file := &fixedFile{old: src}
	if filepath.Ext(name) != ".go" {
		return file
	}
	tree, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments|parser.ImportsOnly)
	switch {
	case err != nil:
		file.refused = err.Error()
	case ast.IsGenerated(tree):
		file.refused = "the file is generated; change what it is generated from"
	case lineComment.Match(src) || importsC(tree):
		// Offsets are then those of another file, the one that the compiler read.
		file.refused = "the compiler reads this file in another form (cgo, //line)"
	}
	return file
}

func importsC(tree *ast.File) bool {
	return slices.ContainsFunc(tree.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` })
}

// render applies the edits. A Go file that was formatted stays so, and one that would no longer parse is an error.
func (file *fixedFile) render() error {
	slices.SortFunc(file.edits, func(e, f Edit) int { return cmp.Compare(e.Start, f.Start) })
	var out []byte
	done := 0
	for _, e := range file.edits {
		out = append(append(out, file.old[done:e.Start]...), e.New...)
		done = e.End
	}
	file.new = append(out, file.old[done:]...)
	if len(file.edits) == 0 || filepath.Ext(file.edits[0].File) != ".go" {
		return nil
	}
	formatted, err := format.Source(file.new)
	if err != nil {
		return fmt.Errorf("internal error, please report it: %v", err)
	}
	if old, err := format.Source(file.old); err == nil && bytes.Equal(old, file.old) {
		file.new = formatted
	}
	return nil
}

// changed returns the names of the files to change, in order.
func (p *fixPlan) changed() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		if len(p.files[name].edits) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// print writes the plan as a unified diff, for "patch -p1" and "git apply".
func (p *fixPlan) print(w io.Writer) {
	for _, name := range p.changed() {
		slashed := strings.TrimPrefix(filepath.ToSlash(name), "/")
		w.Write(diff.Diff("a/"+slashed, p.files[name].old, "b/"+slashed, p.files[name].new))
	}
}

// apply writes the plan. It stops at the first file that cannot be written.
func (p *fixPlan) apply() error {
	for _, name := range p.changed() {
		if err := replaceFile(name, p.files[name].new); err != nil {
			return fmt.Errorf("cannot write fixes: %w", err)
		}
	}
	return nil
}

// replaceFile gives a file new content, or leaves it as it was: nobody sees it half written.
func replaceFile(name string, content []byte) (err error) {
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".advlockcheck-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails, as it should, once renamed
	if _, err = tmp.Write(content); err == nil {
		err = tmp.Chmod(info.Mode().Perm())
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}
