package main

import (
	"flag"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/vetunit"
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
	if last := len(args) - 1; strings.HasSuffix(args[last], ".cfg") {
		prepare(args)
	}
	lockop.RegisterFlags(flag.CommandLine)
	unitchecker.Main(passes.Suite...)
}

// everyModule is the flag by which the command line, and nobody else, asks for the counters of a run. It also says that
// the command line is there to drop what was not asked for.
const everyModule = "-stats=true"

// prepare exits if the package, whose .cfg file is the last argument, has nothing in it for the analyzers. Otherwise it
// makes unitchecker's work ready. What goes wrong here, unitchecker meets again, and complains.
func prepare(args []string) {
	u, err := vetunit.Read(args[len(args)-1])
	if err != nil {
		return
	}
	u.Report = u.Report || reportAlways(u, slices.Contains(args, everyModule))
	if !isSet(args, "fix") && u.Plain(lockop.Interesting) && printNothing(u, args) == nil {
		os.Exit(0)
	}
	if cfg, err := u.Rewritten(); err == nil {
		os.Args[len(os.Args)-1] = cfg
	}
}

// printNothing prints what unitchecker prints for a package without diagnostics.
func printNothing(u *vetunit.Unit, args []string) error {
	if !u.Report || !isSet(args, "json") {
		return nil
	}
	const none = "{}\n"
	if u.Stdout != "" {
		return os.WriteFile(u.Stdout, []byte(none), 0o666)
	}
	_, err := os.Stdout.WriteString(none)
	return err
}

// isSet reports whether a flag without argument is among the arguments.
func isSet(args []string, name string) bool {
	set := false
	for _, arg := range args {
		flag, value, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if flag == name {
			set = value == "" || value == "true"
		}
	}
	return set
}

// reportAlways reports whether diagnostics are to be reported although the go command asked for facts only.
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
func reportAlways(u *vetunit.Unit, all bool) bool {
	switch {
	case u.ModulePath == "", // the standard library
		strings.Contains(u.ID, " ["), // a test variant seen as a dependency is never named
		!all && !u.Main(),
		!all && hasTestVariant(u):
		return false
	}
	return true
}

// hasTestVariant reports whether the package has test files in the package itself, under the build tags in force.
func hasTestVariant(u *vetunit.Unit) bool {
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
