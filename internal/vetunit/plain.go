package vetunit

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
)

// Plain writes the vetx file of a package in which there is nothing to look for: no file is of interest, and no import has
// facts. It reports whether that is so and all went well; otherwise unitchecker has to look at the package.
func (u *Unit) Plain(interesting func(src []byte) bool) bool {
	sources := make([][]byte, len(u.GoFiles))
	for i, name := range u.GoFiles {
		src, err := os.ReadFile(name)
		if err != nil || interesting(src) {
			return false
		}
		sources[i] = src
	}
	fset := token.NewFileSet()
	imp, err := u.newImporter(fset)
	if err != nil || imp.facts() || u.VetxOutput == "" || len(sources) == 0 {
		return false
	}
	var v vetx
	if compiled := u.VetxOnly && u.compiled(); !compiled {
		if v.types, err = u.check(fset, imp, sources); err != nil {
			return false
		}
	}
	return v.write(u.VetxOutput) == nil
}

// check type-checks the package and returns its types as importers need them.
func (u *Unit) check(fset *token.FileSet, imp types.Importer, sources [][]byte) ([]byte, error) {
	files := make([]*ast.File, len(sources))
	for i, src := range sources {
		f, err := parser.ParseFile(fset, u.GoFiles[i], src, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files[i] = f
	}
	conf := types.Config{
		Importer:  imp,
		Sizes:     types.SizesFor("gc", build.Default.GOARCH),
		GoVersion: u.GoVersion,
		// Errors in function bodies are of interest where the package was asked for, or can be.
		IgnoreFuncBodies: u.VetxOnly && !u.Main(),
	}
	pkg, err := conf.Check(u.ImportPath, fset, files, nil)
	if err != nil {
		return nil, err
	}
	return exportTypes(fset, pkg)
}
