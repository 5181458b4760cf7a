package unlockpair_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/passes/unlockpair"
)

// fixTree returns a GOPATH with the packages of testdata/fixes, and the libraries that they import.
func fixTree(t *testing.T) (dir string, packages []string) {
	t.Helper()
	dir = t.TempDir()
	for from, to := range map[string]string{"fixes": "src", "src/github.com": "src/github.com"} {
		if err := os.CopyFS(filepath.Join(dir, to), os.DirFS(filepath.Join(analysistest.TestData(), from))); err != nil {
			t.Fatal(err)
		}
	}
	dirs, err := os.ReadDir(filepath.Join(analysistest.TestData(), "fixes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if name := d.Name(); name != "nofix" && !flagged[name] {
			packages = append(packages, name)
		}
	}
	return dir, packages
}

func TestFix(t *testing.T) {
	dir, packages := fixTree(t)
	analysistest.RunWithSuggestedFixes(t, dir, unlockpair.Analyzer, packages...)
	endsFindings(t, dir, packages)
}

func TestFixPanic(t *testing.T) {
	set(t, &unlockpair.Analyzer.Flags, "panic")
	dir, _ := fixTree(t)
	analysistest.RunWithSuggestedFixes(t, dir, unlockpair.Analyzer, "panics")
	endsFindings(t, dir, []string{"panics"})
}

// The scenarios were not written with fixes in mind.
func TestFixScenarios(t *testing.T) {
	var packages []string
	dirs, err := os.ReadDir(filepath.Join(analysistest.TestData(), "src"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		if name := dir.Name(); !flagged[name] && !strings.Contains(name, ".") {
			packages = append(packages, name+"/...")
		}
	}
	endsFindings(t, analysistest.TestData(), packages)
}

func TestNoFix(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	lockop.RegisterFlags(fs)
	set(t, fs, "tests")
	dir, _ := fixTree(t)
	for _, res := range analysistest.Run(t, dir, unlockpair.Analyzer, "nofix") {
		for _, d := range res.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("%s: a fix for %q", res.Pass.Fset.Position(d.Pos), d.Message)
			}
		}
	}
}

// Before Go 1.21, there is no context.WithoutCancel.
func TestNoFixBefore121(t *testing.T) {
	for version, want := range map[string]int{"1.20": 0, "1.21": 1} {
		dir := t.TempDir()
		src, err := os.ReadFile(filepath.Join(analysistest.TestData(), "fixes", "imports", "standard.go"))
		if err != nil {
			t.Fatal(err)
		}
		src = append(src, "type press struct { ctx context.Context; jammed bool }\n"...)
		src = bytes.Replace(src, []byte("import "), []byte("import \"context\"\nimport "), 1)
		for name, data := range map[string][]byte{"p.go": src, "go.mod": []byte("module example.com/p\n\ngo " + version + "\n")} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, res := range analysistest.Run(t, dir, unlockpair.Analyzer, ".") {
			if len(res.Diagnostics) != 1 || len(res.Diagnostics[0].SuggestedFixes) != want {
				t.Errorf("Go %s: %v, want %d fixes", version, res.Diagnostics, want)
			}
		}
	}
}

// silent takes the place of a test where findings are expected but not listed.
type silent struct{ testing.TB }

func (s silent) Errorf(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !strings.Contains(text, "diagnostic") {
		s.TB.Errorf("%s", text)
	}
}

// endsFindings applies each fix of the packages by itself. The finding is gone then, and no other one has come.
func endsFindings(t *testing.T, from string, packages []string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	type variant struct {
		fix  string // what it does, and where
		want []string
	}
	variants := map[string]variant{}
	for _, res := range analysistest.Run(silent{t}, from, unlockpair.Analyzer, packages...) {
		done := map[string]bool{}
		for _, d := range res.Diagnostics {
			for _, fix := range d.SuggestedFixes {
				id := fmt.Sprint(fix.TextEdits)
				if done[id] {
					continue
				}
				done[id] = true
				name := fmt.Sprintf("variant%d", len(variants))
				v := variant{fix: fmt.Sprintf("%s: %s: %s", res.Pass.Fset.Position(d.Pos), d.Category, fix.Message)}
				for _, o := range res.Diagnostics {
					if !slices.ContainsFunc(o.SuggestedFixes, func(f analysis.SuggestedFix) bool { return fmt.Sprint(f.TextEdits) == id }) {
						v.want = append(v.want, described(res.Pass, o))
					}
				}
				variants[name] = v
				writeFixed(t, filepath.Join(dir, "src", name), res.Pass, fix)
			}
		}
	}
	t.Logf("%d fixes", len(variants))
	for _, res := range analysistest.Run(silent{t}, dir, unlockpair.Analyzer, names(variants)...) {
		v := variants[res.Pass.Pkg.Path()]
		var got []string
		for _, d := range res.Diagnostics {
			got = append(got, described(res.Pass, d))
		}
		slices.Sort(got)
		slices.Sort(v.want)
		if res.Err != nil || !slices.Equal(got, v.want) {
			t.Errorf("%s: error %v\ngot:\n%s\nwant:\n%s", v.fix, res.Err, strings.Join(got, "\n"), strings.Join(v.want, "\n"))
		}
	}
}

func names[V any](m map[string]V) []string {
	var out []string
	for name := range m {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// described says what is reported, and of which function.
func described(pass *analysis.Pass, d analysis.Diagnostic) string {
	in := ""
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Pos() <= d.Pos && d.Pos < fn.End() {
				in = fn.Name.Name
			}
		}
	}
	return in + ": " + d.Message
}

var wants = regexp.MustCompile(`(?m)// want.*$`)

// writeFixed writes the files of a package with one fix applied, without the expectations in them.
func writeFixed(t *testing.T, dir string, pass *analysis.Pass, fix analysis.SuggestedFix) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range pass.Files {
		tok := pass.Fset.File(file.Pos())
		src, err := os.ReadFile(tok.Name())
		if err != nil {
			t.Fatal(err)
		}
		edits := slices.Clone(fix.TextEdits)
		slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return int(b.Pos - a.Pos) })
		for _, e := range edits {
			if file.FileStart <= e.Pos && e.Pos <= file.FileEnd {
				src = slices.Concat(src[:tok.Offset(e.Pos)], e.NewText, src[tok.Offset(e.End):])
			}
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(tok.Name())), wants.ReplaceAll(src, nil), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
