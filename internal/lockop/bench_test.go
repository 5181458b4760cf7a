package lockop_test

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
)

// A loaded is a package of the standard library, ready to be analyzed again and again.
type loaded struct {
	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
}

func loadPass(b *testing.B, path string) loaded {
	b.Helper()
	src, err := build.Import(path, "", 0)
	if err != nil {
		b.Skip(err)
	}
	l := loaded{fset: token.NewFileSet()}
	for _, name := range src.GoFiles {
		f, err := parser.ParseFile(l.fset, filepath.Join(src.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			b.Fatal(err)
		}
		l.files = append(l.files, f)
	}
	l.info = newInfo()
	conf := types.Config{Importer: importer.ForCompiler(l.fset, "source", nil), Error: func(error) {}}
	l.pkg, _ = conf.Check(path, l.fset, l.files, l.info) // vendored imports may be missing, which does no harm here
	return l
}

func newInfo() *types.Info {
	return &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
}

// run runs the analyzer on top of a fresh inspector, as a driver does.
func (l loaded) run(b *testing.B, a *analysis.Analyzer) any {
	pass := &analysis.Pass{Analyzer: a, Fset: l.fset, Files: l.files, Pkg: l.pkg, TypesInfo: l.info}
	noFacts(pass)
	in, err := inspect.Analyzer.Run(pass)
	if err != nil {
		b.Fatal(err)
	}
	pass.ResultOf = map[*analysis.Analyzer]any{inspect.Analyzer: in}
	res, err := a.Run(pass)
	if err != nil {
		b.Fatal(err)
	}
	return res
}

// noFacts lets an analyzer export facts that nobody reads.
func noFacts(pass *analysis.Pass) {
	pass.ImportObjectFact = func(types.Object, analysis.Fact) bool { return false }
	pass.ExportObjectFact = func(types.Object, analysis.Fact) {}
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }
	pass.ExportPackageFact = func(analysis.Fact) {}
	pass.AllPackageFacts = func() []analysis.PackageFact { return nil }
}
