// Package vetunit deals with packages in which a vettool has nothing to look for, at less cost than a driver that parses
// and type-checks them as any other.
//
// The go command runs a vettool once for each package that was asked for and for each of their dependencies, the standard
// library included, and nearly none of them speaks of what the analyzers look for. To the packages that import them they
// owe their types and no facts, in the file that [unitchecker] calls vetx. [Unit.Plain] knows such a package by its bytes
// and writes that file. [Unit.Rewritten] makes ready what unitchecker is to do for the others.
//
// That file has its types only if it must. A go command that compiles dependencies before it vets names the compiler's
// export data of each import, and a package that it has compiled has no type errors. So the vetx file of a dependency is
// left empty, and whoever needs its types takes them from the compiler: of 650 packages that is a handful. Without export
// data, types are made as unitchecker makes them, but for function bodies, of which importers see nothing.
//
// [unitchecker]: https://pkg.go.dev/golang.org/x/tools/go/analysis/unitchecker
package vetunit

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// A Unit is a package as the go command describes it to a vettool, in a .cfg file. The fields are those of
// unitchecker.Config.
type Unit struct {
	ID, Dir, ImportPath       string
	GoVersion                 string
	GoFiles, IgnoredFiles     []string
	ModulePath, ModuleVersion string
	Module                    *struct{ Path, Version string } // since Go 1.27, in place of the two above
	ImportMap                 map[string]string
	PackageFile, PackageVetx  map[string]string
	VetxOnly                  bool
	VetxOutput, Stdout        string

	// Report says that diagnostics are to be reported. VetxOnly says whether the go command has asked for them.
	Report bool

	file string
	data []byte
}

// Read reads a .cfg file.
func Read(file string) (*Unit, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	u := &Unit{file: file, data: data}
	if err := json.Unmarshal(data, u); err != nil {
		return nil, err
	}
	if u.Module != nil {
		u.ModulePath, u.ModuleVersion = u.Module.Path, u.Module.Version
	}
	u.Report = !u.VetxOnly
	return u, nil
}

// Main reports whether the package is of the main module, or of one in the same workspace.
func (u *Unit) Main() bool { return u.ModulePath != "" && u.ModuleVersion == "" }

// Rewritten returns the name of a .cfg file for unitchecker: one that says whether to report, and in which all imports
// have their types. It is the file that was read if there is nothing to change.
func (u *Unit) Rewritten() (string, error) {
	changes := map[string]any{}
	if u.Report == u.VetxOnly {
		changes["VetxOnly"] = !u.Report
	}
	vetx, err := u.completed()
	if err != nil {
		return "", err
	}
	if vetx != nil {
		changes["PackageVetx"] = vetx
	}
	if len(changes) == 0 {
		return u.file, nil
	}

	var fields map[string]json.RawMessage // all of them, also those of later versions of the go command
	if err := json.Unmarshal(u.data, &fields); err != nil {
		return "", err
	}
	for name, value := range changes {
		if fields[name], err = json.Marshal(value); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(fields)
	if err != nil {
		return "", err
	}
	name := u.scratch("rewritten.cfg")
	return name, os.WriteFile(name, data, 0o666)
}

// scratch names a file in the go command's own work directory, which the go command removes.
func (u *Unit) scratch(name string) string { return filepath.Join(filepath.Dir(u.file), name) }
