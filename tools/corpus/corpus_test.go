package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain makes the test binary stand in for advlockcheck: it does what the file "script" of its directory says.
func TestMain(m *testing.M) {
	if os.Getenv("CORPUS_STAND_IN") == "" {
		os.Setenv("CORPUS_STAND_IN", "1")
		os.Exit(m.Run())
	}
	script, _ := os.ReadFile("script")
	os.WriteFile("ran", append(read("ran"), '.'), 0o666)
	switch string(script) {
	case "findings":
		fmt.Println("a.go:1:1: wrong [sqlorder/overlock]\na.go:2:1: wrong [unlockpair/leak]\na.go:3:1: wrong [sqlorder/overlock]")
		os.Exit(1)
	case "crash":
		panic("script")
	case "hang":
		child := exec.Command(os.Args[0])
		child.Dir, child.Stdout = "child", os.Stdout
		child.Run()
	case "sleep":
		time.Sleep(time.Minute)
	}
	fmt.Println(strings.Join(os.Args[1:], " "))
}

func read(name string) []byte {
	data, _ := os.ReadFile(name)
	return data
}

// modules makes modules in a new directory, each with a script, and a list of them.
func modules(t *testing.T, scripts ...string) (dir string) {
	dir = t.TempDir()
	list := "# modules\n\n"
	for i, script := range scripts {
		name := fmt.Sprintf("m%d", i)
		if err := os.MkdirAll(filepath.Join(dir, name, "child"), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name, "script"), script)
		write(t, filepath.Join(dir, name, "child", "script"), "sleep")
		list += name
		if i == 0 {
			list += "\t./a ./b"
		}
		list += "\n"
	}
	write(t, filepath.Join(dir, "list.tsv"), list)
	return dir
}

func write(t *testing.T, name, text string) {
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// corpus runs the program on the modules of a directory.
func corpus(t *testing.T, ctx context.Context, dir string, args ...string) (code int, stdout string) {
	var out, errs bytes.Buffer
	flags := []string{"-tool", os.Args[0], "-o", filepath.Join(dir, "results")}
	code = run(ctx, append(flags, args...), &out, &errs)
	t.Logf("%v: %d\n%s%s", args, code, errs.String(), out.String())
	return code, out.String()
}

func TestRun(t *testing.T) {
	dir := modules(t, "clean", "findings", "crash")
	list := filepath.Join(dir, "list.tsv")
	runs := func() string {
		return fmt.Sprintf("%s %s %s", read(filepath.Join(dir, "m0/ran")), read(filepath.Join(dir, "m1/ran")), read(filepath.Join(dir, "m2/ran")))
	}
	code, out := corpus(t, t.Context(), dir, list, "map", "-x")
	if code != 0 {
		t.Fatalf("exit code %d", code)
	}
	for _, want := range []string{
		`m0 +ok +0 `, `m1 +findings +3 `, `m2 +crashed +0 `, `total +3 modules`,
		`(?m)^ok +1$`, `(?m)^findings +1$`, `(?m)^crashed +1$`, `(?m)^sqlorder/overlock +2$`, `(?m)^unlockpair/leak +1$`,
	} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("the summary lacks %s", want)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "results", "m0-*", "stdout"))
	if len(files) != 1 || string(read(files[0])) != "map -x ./a ./b\n" {
		t.Errorf("stdout of m0 is not kept in %v", files)
	}

	// What is done is not done again, unless it is asked for or the command line is another.
	if _, again := corpus(t, t.Context(), dir, list, "map", "-x"); again != out || runs() != ". . ." {
		t.Errorf("modules were run again: %s", runs())
	}
	corpus(t, t.Context(), dir, "-redo", list, "map", "-x")
	if runs() != ".. .. .." {
		t.Errorf("-redo: %s", runs())
	}
	corpus(t, t.Context(), dir, list, "map", "-y")
	if runs() != "... ... ..." {
		t.Errorf("with other flags: %s", runs())
	}
}

// TestTimeLimit stops a program and what it has started.
func TestTimeLimit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes have no groups")
	}
	dir := modules(t, "hang")
	start := time.Now()
	code, out := corpus(t, t.Context(), dir, "-timeout", "1s", filepath.Join(dir, "list.tsv"))
	if code != 0 || !strings.Contains(out, overTime) {
		t.Errorf("exit code %d, %q", code, out)
	}
	if d := time.Since(start); d > 8*time.Second {
		t.Errorf("it took %v: the child was waited for", d)
	}
}

// TestInterrupt ends a run in the middle of a module, and goes on with it.
func TestInterrupt(t *testing.T) {
	dir := modules(t, "clean", "sleep")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for len(read(filepath.Join(dir, "m1/ran"))) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}()
	list := filepath.Join(dir, "list.tsv")
	if code, _ := corpus(t, ctx, dir, list); code != 1 {
		t.Fatalf("exit code %d", code)
	}
	write(t, filepath.Join(dir, "m1/script"), "clean")
	if code, _ := corpus(t, t.Context(), dir, list); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	if ran := string(read(filepath.Join(dir, "m0/ran"))) + " " + string(read(filepath.Join(dir, "m1/ran"))); ran != ". .." {
		t.Errorf("the modules ran %s times", ran)
	}
}

func TestMistakes(t *testing.T) {
	dir := modules(t, "clean")
	list := filepath.Join(dir, "list.tsv")
	write(t, filepath.Join(dir, "bad.tsv"), "nowhere\n")
	for _, args := range [][]string{
		{},
		{filepath.Join(dir, "no.tsv")},
		{filepath.Join(dir, "bad.tsv")},
		{"-tool", "no-such-program", list},
		{"-no-such-flag", list},
	} {
		if code, _ := corpus(t, t.Context(), dir, args...); code != 2 {
			t.Errorf("%v: exit code %d, want 2", args, code)
		}
	}
}

// TestModules runs the real program on two modules.
func TestModules(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	dir := modules(t, "", "")
	tool := filepath.Join(dir, "advlockcheck.exe")
	if out, err := exec.Command("go", "build", "-o", tool, "../../cmd/advlockcheck").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	write(t, filepath.Join(dir, "list.tsv"), "m0\nm1\t.\n")
	for i, source := range []string{
		"package p\n\nimport \"database/sql\"\n\nfunc Claim(tx *sql.Tx) {\n\ttx.Query(\"SELECT id FROM jobs WHERE state = 'new' AND pg_try_advisory_xact_lock(id) LIMIT 1\")\n}\n",
		"package p\n\nvar V int = \"x\"\n",
	} {
		m := filepath.Join(dir, fmt.Sprintf("m%d", i))
		write(t, filepath.Join(m, "go.mod"), fmt.Sprintf("module m%d.example\n\ngo 1.24\n", i))
		write(t, filepath.Join(m, "p.go"), source)
	}
	_, out := corpus(t, t.Context(), dir, "-tool", tool, filepath.Join(dir, "list.tsv"), "-json")
	for _, want := range []string{`m0 +findings +1 `, `m1 +could not load +0 `, `sqlorder/overlock +1`} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("the summary lacks %s:\n%s", want, out)
		}
	}
}
