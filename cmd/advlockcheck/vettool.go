package main

import (
	"encoding/json"
	"flag"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/passes"
)

// calledByGo reports whether the arguments are those of the go command's vet protocol.
func calledByGo(args []string) bool {
	for _, arg := range args {
		switch strings.Replace(arg, "--", "-", 1) {
		case "-V=full", "-flags":
			return true
		}
	}
	return len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
}

// runVettool analyzes one package for the go command, and exits.
func runVettool(args []string) {
	lockop.RegisterFlags(flag.CommandLine)
	if last := len(args) - 1; strings.HasSuffix(args[last], ".cfg") {
		// A .cfg that cannot be read or written is unitchecker's to complain about.
		if cfg, err := reportAlways(args[last], slices.Contains(args, everyModule)); err == nil {
			os.Args[len(os.Args)-1] = cfg
		}
	}
	unitchecker.Main(passes.Suite...)
}

// everyModule is the flag by which the command line, and nobody else, asks for the counters of a run. It also says that
// the command line is there to drop what was not asked for.
const everyModule = "-stats=true"

// A unit is what reportAlways needs to know of a .cfg file; the fields are those of [unitchecker.Config].
type unit struct {
	ID, Dir, ImportPath       string
	GoFiles, IgnoredFiles     []string
	ModulePath, ModuleVersion string
	Module                    *struct{ Path, Version string } // since Go 1.27
	VetxOnly                  bool
}

// reportAlways returns the name of a .cfg file like the given one that has diagnostics reported where the go command
// asked for facts only.
//
// The go command's cache key of a package does not tell these two cases apart. A package that was first seen as a
// dependency would therefore print nothing when it is named later: the empty output is in the cache. So a package that
// may be named later reports at once, and the cache holds the same output whatever comes first.
//
// For the command line, which drops what was not asked for, that is every package outside the standard library. Users of
// plain go vet see what the tool prints, so for them it is a package of the main module, and only if it has no test files
// of its own: with such files, go vet names not the package but its test variant, whose key is another one, and every
// finding would be printed twice. They see the findings of other packages of their module earlier than asked for, at
// "go vet ./c" those of the ./a that it imports. No analysis fails by this: under -json, which go vet always uses since
// Go 1.26, findings do not change the tool's exit code, and facts are written before anything is printed.
func reportAlways(cfgFile string, all bool) (string, error) {
	data, err := os.ReadFile(cfgFile)
	if err != nil {
		return "", err
	}
	var u unit
	if err := json.Unmarshal(data, &u); err != nil {
		return "", err
	}
	if u.Module != nil {
		u.ModulePath, u.ModuleVersion = u.Module.Path, u.Module.Version
	}
	switch {
	case !u.VetxOnly,
		u.ModulePath == "",            // the standard library
		strings.Contains(u.ID, " ["),  // a test variant seen as a dependency is never named
		!all && u.ModuleVersion != "", // not the main module, nor one of a workspace
		!all && hasTestVariant(u):
		return cfgFile, nil
	}

	var fields map[string]json.RawMessage // all of them, also those of later versions of the go command
	if err := json.Unmarshal(data, &fields); err != nil {
		return "", err
	}
	fields["VetxOnly"] = json.RawMessage("false")
	if data, err = json.Marshal(fields); err != nil {
		return "", err
	}
	// In the go command's own work directory, which the go command removes.
	name := filepath.Join(filepath.Dir(cfgFile), "report.cfg")
	return name, os.WriteFile(name, data, 0o666)
}

// hasTestVariant reports whether the package has test files in the package itself, under the build tags in force.
func hasTestVariant(u unit) bool {
	if len(u.GoFiles) == 0 {
		return false
	}
	entries, err := os.ReadDir(u.Dir)
	if err != nil {
		return false
	}
	name := packageName(u.GoFiles[0])
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		file := filepath.Join(u.Dir, e.Name())
		return strings.HasSuffix(file, "_test.go") && !slices.Contains(u.IgnoredFiles, file) && packageName(file) == name
	})
}

func packageName(file string) string {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.Name.Name
}
