package unlockpair_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/advlockcheck/advlockcheck/passes/unlockpair"
)

// A tree is the packages of testdata/src. Each is parsed, type-checked and analyzed once, so that a mutant costs no more
// than its own package and those that import it. The standard library is read from export data.
type tree struct {
	fset  *token.FileSet
	std   map[string]*types.Package
	units map[string]*unit
	order []*unit // what is imported comes first
}

// A unit is one package.
type unit struct {
	path    string
	files   []*source
	imports []*unit
	state   state // without mutation
}

type source struct {
	name string
	text []byte
	file *ast.File
}

// A state is what is known of a package, in one version of its files.
type state struct {
	pkg     *types.Package
	info    *types.Info
	facts   *facts
	reports map[report]int // how many there are of each
}

// A report is a diagnostic, without its wording. Mutations keep the lines.
type report struct {
	file     string
	line     int
	category string
}

func loadTree(t *testing.T, root string) *tree {
	t.Helper()
	tr := &tree{fset: token.NewFileSet(), std: map[string]*types.Package{}, units: map[string]*unit{}}
	std := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(tr.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(name))
		if err != nil {
			return err
		}
		path := filepath.ToSlash(dir)
		if tr.units[path] == nil {
			tr.units[path] = &unit{path: path}
		}
		tr.units[path].files = append(tr.units[path].files, &source{name, text, file})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range slices.Sorted(maps.Keys(tr.units)) {
		tr.sort(tr.units[path], std)
	}
	tr.loadStd(t, slices.Sorted(maps.Keys(std)))
	for _, u := range tr.order {
		st, err := tr.check(u, u.asts(), nil)
		if err != nil {
			t.Fatal(err)
		}
		u.state = st
	}
	return tr
}

// sort appends u to the order, behind its imports, and collects those that are not in the tree.
func (tr *tree) sort(u *unit, std map[string]bool) {
	if slices.Contains(tr.order, u) {
		return
	}
	for _, s := range u.files {
		for _, spec := range s.file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			switch imported := tr.units[path]; {
			case imported == nil:
				std[path] = true
			case !slices.Contains(u.imports, imported):
				tr.sort(imported, std)
				u.imports = append(u.imports, imported)
			}
		}
	}
	tr.order = append(tr.order, u)
}

func (tr *tree) loadStd(t *testing.T, paths []string) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes, Fset: tr.fset}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		if p.Types == nil || len(p.Errors) > 0 {
			t.Fatalf("%s: %v", p.PkgPath, p.Errors)
		}
		tr.std[p.PkgPath] = p.Types
	}
}

func (u *unit) asts() []*ast.File {
	var out []*ast.File
	for _, s := range u.files {
		out = append(out, s.file)
	}
	return out
}

// users returns the packages that import u, or that import such a package, in order.
func (tr *tree) users(u *unit) []*unit {
	users := []*unit{u}
	for _, other := range tr.order {
		if slices.ContainsFunc(other.imports, func(i *unit) bool { return slices.Contains(users, i) }) {
			users = append(users, other)
		}
	}
	return users[1:]
}

// check type-checks and analyzes u with the files given. The states of mutated packages stand in for those of the tree.
// That a variable or an import is not used is no error: it says so once the statement that used it is gone.
func (tr *tree) check(u *unit, files []*ast.File, mutated map[*unit]state) (st state, err error) {
	st.info = &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
	version := func(u *unit) state {
		if st, ok := mutated[u]; ok {
			return st
		}
		return u.state
	}
	conf := types.Config{
		Sizes: types.SizesFor("gc", runtime.GOARCH),
		Importer: importer(func(path string) (*types.Package, error) {
			if imported := tr.units[path]; imported != nil {
				return version(imported).pkg, nil
			}
			return tr.std[path], nil
		}),
		Error: func(e error) {
			if e, ok := e.(types.Error); !ok || !e.Soft {
				err = cmp.Or(err, error(e))
			}
		},
	}
	st.pkg, _ = conf.Check(u.path, tr.fset, files, st.info)
	if err != nil {
		return st, err
	}
	imported := map[*types.Package]*facts{}
	var add func(u *unit)
	add = func(u *unit) {
		for _, i := range u.imports {
			if v := version(i); imported[v.pkg] == nil {
				imported[v.pkg] = v.facts
				add(i)
			}
		}
	}
	add(u)
	d := &driver{tr: tr, files: files, state: &st, imported: imported, results: map[*analysis.Analyzer]any{}}
	st.facts = &facts{objects: map[objectFact]analysis.Fact{}, packages: map[reflect.Type]analysis.Fact{}}
	st.reports = map[report]int{}
	imported[st.pkg] = st.facts
	_, err = d.run(unlockpair.Analyzer)
	return st, err
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

// Facts are those of the objects of a package, and of the package.
type facts struct {
	objects  map[objectFact]analysis.Fact
	packages map[reflect.Type]analysis.Fact
}

type objectFact struct {
	obj types.Object
	typ reflect.Type
}

// A driver runs the analyzers on one package.
type driver struct {
	tr       *tree
	files    []*ast.File
	state    *state
	imported map[*types.Package]*facts // and that of the package itself
	results  map[*analysis.Analyzer]any
}

func (d *driver) run(a *analysis.Analyzer) (any, error) {
	if res, ok := d.results[a]; ok {
		return res, nil
	}
	needs := map[*analysis.Analyzer]any{}
	for _, r := range a.Requires {
		res, err := d.run(r)
		if err != nil {
			return nil, err
		}
		needs[r] = res
	}
	pass := &analysis.Pass{
		Analyzer:   a,
		Fset:       d.tr.fset,
		Files:      d.files,
		Pkg:        d.state.pkg,
		TypesInfo:  d.state.info,
		TypesSizes: types.SizesFor("gc", runtime.GOARCH),
		ResultOf:   needs,
		ReadFile:   os.ReadFile,
		Report: func(diag analysis.Diagnostic) {
			p := d.tr.fset.Position(diag.Pos)
			d.state.reports[report{p.Filename, p.Line, diag.Category}]++
		},
		ImportObjectFact: func(obj types.Object, f analysis.Fact) bool {
			facts := d.imported[obj.Pkg()]
			return facts != nil && assign(f, facts.objects[objectFact{obj, reflect.TypeOf(f)}])
		},
		ImportPackageFact: func(pkg *types.Package, f analysis.Fact) bool {
			facts := d.imported[pkg]
			return facts != nil && assign(f, facts.packages[reflect.TypeOf(f)])
		},
		ExportObjectFact: func(obj types.Object, f analysis.Fact) {
			d.state.facts.objects[objectFact{obj, reflect.TypeOf(f)}] = f
		},
		ExportPackageFact: func(f analysis.Fact) { d.state.facts.packages[reflect.TypeOf(f)] = f },
		AllObjectFacts: func() (out []analysis.ObjectFact) {
			for _, facts := range d.imported {
				for key, f := range facts.objects {
					out = append(out, analysis.ObjectFact{Object: key.obj, Fact: f})
				}
			}
			return out
		},
		AllPackageFacts: func() (out []analysis.PackageFact) {
			for pkg, facts := range d.imported {
				for _, f := range facts.packages {
					out = append(out, analysis.PackageFact{Package: pkg, Fact: f})
				}
			}
			return out
		},
	}
	res, err := a.Run(pass)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	d.results[a] = res
	return res, nil
}

// assign copies a fact, if there is one, to where it was asked for.
func assign(to, from analysis.Fact) bool {
	if from != nil {
		reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
	}
	return from != nil
}
