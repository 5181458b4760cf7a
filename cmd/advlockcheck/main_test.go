package main

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary stand in for advlockcheck, as a command and as the vettool that it names to the go
// command: nothing is built twice.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"advlockcheck": main})
}

// TestScript runs the scripts of testdata/script: modules as users have them, and what the real go command makes of them.
// See the package documentation of testscript for their language; two commands are added.
//
//	exits CODE PROGRAM ARGS...   run the program, which must end with this exit code
//	fresh                        change the modules so that nothing about them is in the go command's cache
func TestScript(t *testing.T) {
	goEnv := goEnvironment(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnv...)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
			"fresh": fresh,
		},
	})
}

// goEnvironment lets the scripts, whose home directory is empty, share the caches of the go command. They stay offline.
func goEnvironment(t *testing.T) []string {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := strings.Fields(string(out))
	tool, err := exec.LookPath("advlockcheck")
	if err != nil {
		t.Fatal(err)
	}
	return []string{
		"TOOL=" + tool,
		"GOCACHE=" + dirs[0],
		"GOMODCACHE=" + dirs[1],
		"GOPROXY=off",
		"GOFLAGS=",
		"GOWORK=off",
	}
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS...")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit := (*exec.ExitError)(nil)
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

func fresh(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: fresh")
	}
	nonce := "\n// " + rand.Text() + "\n"
	ts.Check(filepath.WalkDir(ts.MkAbs("."), func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(name, append(src, nonce...), 0o666)
	}))
}
