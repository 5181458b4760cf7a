package vetunit

import (
	"bytes"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/gcexportdata"
)

// imports returns the paths of the packages that are imported, sorted. Of package unsafe nothing is written anywhere.
func (u *Unit) imports() []string {
	paths := slices.Sorted(maps.Values(u.ImportMap))
	paths = slices.Compact(paths)
	return slices.DeleteFunc(paths, func(path string) bool { return path == "unsafe" })
}

// compiled reports whether the compiler's export data of all imports is at hand. A package without imports does not tell.
func (u *Unit) compiled() bool {
	imports := u.imports()
	return len(imports) > 0 && !slices.ContainsFunc(imports, func(path string) bool { return u.PackageFile[path] == "" })
}

// An importer reads the types of imports.
type importer struct {
	unit   *Unit
	vetx   map[string]vetx
	fset   *token.FileSet
	loaded map[string]*types.Package
}

// newImporter reads the vetx files of the imports.
func (u *Unit) newImporter(fset *token.FileSet) (*importer, error) {
	i := &importer{u, map[string]vetx{}, fset, map[string]*types.Package{}}
	for path, file := range u.PackageVetx {
		v, err := readVetx(file)
		if err != nil {
			return nil, err
		}
		i.vetx[path] = v
	}
	return i, nil
}

// facts reports whether any package in sight has facts.
func (i *importer) facts() bool {
	for _, v := range i.vetx {
		if len(v.facts) > 0 {
			return true
		}
	}
	return false
}

// Import implements types.Importer.
func (i *importer) Import(name string) (*types.Package, error) {
	path, ok := i.unit.ImportMap[name]
	if !ok {
		return nil, fmt.Errorf("the import of %q is not explained", name)
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	return i.load(path)
}

func (i *importer) load(path string) (*types.Package, error) {
	if pkg := i.loaded[path]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	v, ok := i.vetx[path]
	if !ok {
		return nil, fmt.Errorf("there is no vetx file of %q", path)
	}
	if len(v.types) > 0 {
		return gcexportdata.Read(bytes.NewReader(append([]byte{indexed}, v.types...)), i.fset, i.loaded, path)
	}
	f, err := os.Open(i.unit.PackageFile[path])
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(data, i.fset, i.loaded, path)
}

// indexed is the first byte of what gcexportdata writes. Vetx files leave it out.
const indexed = 'i'

func exportTypes(fset *token.FileSet, pkg *types.Package) ([]byte, error) {
	var out bytes.Buffer
	if err := gcexportdata.Write(&out, fset, pkg); err != nil {
		return nil, err
	}
	data, ok := bytes.CutPrefix(out.Bytes(), []byte{indexed})
	if !ok {
		return nil, fmt.Errorf("export data of %s begins with another byte than %q", pkg.Path(), indexed)
	}
	return data, nil
}

// completed returns vetx files of all imports, of which those that lacked types are written anew with the compiler's. It
// is nil if none did.
func (u *Unit) completed() (map[string]string, error) {
	fset := token.NewFileSet()
	imp, err := u.newImporter(fset)
	if err != nil {
		return nil, err
	}
	var files map[string]string
	for n, path := range u.imports() {
		v, ok := imp.vetx[path]
		if !ok || len(v.types) > 0 {
			continue
		}
		pkg, err := imp.load(path)
		if err != nil {
			return nil, err
		}
		if v.types, err = exportTypes(fset, pkg); err != nil {
			return nil, err
		}
		if files == nil {
			files = maps.Clone(u.PackageVetx)
		}
		files[path] = u.scratch(fmt.Sprintf("types%d.vetx", n))
		if err := v.write(files[path]); err != nil {
			return nil, err
		}
	}
	return files, nil
}
