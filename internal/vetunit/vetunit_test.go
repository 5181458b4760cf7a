package vetunit_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/advlockcheck/advlockcheck/internal/vetunit"
)

// TestMain makes the test binary stand in for vettools, which a flag tells apart: flags are part of the go command's cache
// keys.
func TestMain(m *testing.M) {
	if last := len(os.Args) - 1; strings.HasSuffix(os.Args[last], ".cfg") {
		switch {
		case slices.Contains(os.Args, "-uses.of=vetunit"):
			behind(os.Args[last])
		case slices.Contains(os.Args, "-uses.of=both"):
			compare(os.Args[last])
		}
	}
	if slices.ContainsFunc(os.Args[1:], func(arg string) bool { return arg == "-V=full" || arg == "-flags" || strings.HasPrefix(arg, "-uses.") }) {
		unitchecker.Main(uses)
	}
	os.Exit(m.Run())
}

// uses reports what a package uses of others.
var uses = &analysis.Analyzer{Name: "uses", Doc: "report uses", Run: func(pass *analysis.Pass) (any, error) {
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if obj := pass.TypesInfo.Uses[id]; obj != nil && obj.Pkg() != pass.Pkg {
					pass.Reportf(id.Pos(), "%s", types.ObjectString(obj, nil))
				}
			}
			return true
		})
	}
	return nil, nil
}}

func init() { uses.Flags.String("of", "", "the vettool") }

// behind is a vettool for which every package is plain that was not asked for.
func behind(file string) {
	u, err := vetunit.Read(file)
	if err != nil {
		fail(err)
	}
	if u.VetxOnly && u.Plain(func([]byte) bool { return false }) {
		os.Exit(0)
	}
	name, err := u.Rewritten()
	if err != nil {
		fail(err)
	}
	os.Args[len(os.Args)-1] = name
}

// compare is a vettool for which every package is plain. It fails if unitchecker writes another vetx file.
func compare(file string) {
	u, err := vetunit.Read(file)
	if err != nil {
		fail(err)
	}
	theirs := u.VetxOutput
	out, err := exec.Command(os.Args[0], "-uses.of=unitchecker", file).CombinedOutput()
	if err != nil && u.VetxOnly {
		fail(fmt.Errorf("unitchecker: %w\n%s", err, out))
	}
	u.PackageFile = nil // no short cut
	u.VetxOutput = filepath.Join(filepath.Dir(file), "mine.out")
	if !u.Plain(func([]byte) bool { return false }) {
		fail(fmt.Errorf("%s is not plain", u.ImportPath))
	}
	want, err := os.ReadFile(theirs)
	if err != nil {
		fail(err)
	}
	if got, err := os.ReadFile(u.VetxOutput); err != nil || !bytes.Equal(got, want) {
		fail(fmt.Errorf("%s: %d bytes, want %d (%v)", u.ImportPath, len(got), len(want), err))
	}
	os.Exit(0)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// vet runs go vet with one of the vettools.
func vet(t *testing.T, tool string, packages ...string) (string, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"vet", "-vettool=" + self, "-uses.of=" + tool}, packages...)
	out, err := exec.Command("go", args...).CombinedOutput()
	return string(out), err
}

// packages have cgo, generics and vendored imports among their dependencies.
var packages = []string{"database/sql", "net"}

// What is written of a package, its dependencies included, is what unitchecker writes.
func TestSameTypes(t *testing.T) {
	if out, err := vet(t, "both", packages...); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// A package sees the same of its imports whether their types were written by unitchecker or taken from the compiler.
func TestSameUses(t *testing.T) {
	lines := func(tool string) []string {
		out, _ := vet(t, tool, packages...)
		return slices.DeleteFunc(strings.Split(out, "\n"), func(line string) bool {
			return strings.Contains(line, "_cgo_gotypes.go") // in a directory that is named at random
		})
	}
	want, got := lines("unitchecker"), lines("vetunit")
	if len(want) < 1000 {
		t.Fatal(want)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
