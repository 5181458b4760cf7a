package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme holds README.md to what it shows: two examples with what is said about them, and what -fix makes of the
// second.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var block []string
	for _, m := range regexp.MustCompile("(?s)```(?:go)?\n(.*?)```").FindAllStringSubmatch(string(readme), 5) {
		block = append(block, m[1])
	}
	t.Run("path", func(t *testing.T) {
		x := newExample(t, `package rebuild

import (
	"context"
	"database/sql"
)

func Rebuild(ctx context.Context, db *sql.DB, key int64) error {
	`, "\n}\n\nfunc rebuild(context.Context, *sql.Conn) error { return nil }\n")
		x.write(block[0])
		x.says(block[1])
	})
	t.Run("SQL", func(t *testing.T) {
		x := newExample(t, `package claim

import (
	"context"
	"database/sql"
)

func claim(ctx context.Context, conn *sql.Conn) (*sql.Rows, error) {
	`, "\n\treturn rows, err\n}\n")
		x.write(block[2])
		x.says(block[3])
		x.run("-fix", "./...")
		got, err := os.ReadFile(x.file)
		if err != nil {
			t.Fatal(err)
		}
		if want := x.program(block[4]); string(got) != want {
			t.Errorf("README.md shows the fix as\n%s\nnot\n%s", want, got)
		}
	})
}

// An example is a module with one file, of which README.md shows the inside of a function.
type example struct {
	t                     *testing.T
	dir, file, head, tail string
}

func newExample(t *testing.T, head, tail string) *example {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module readme.example\n\ngo 1.24\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return &example{t, dir, filepath.Join(dir, "example.go"), head, tail}
}

func (x *example) program(block string) string {
	return x.head + strings.ReplaceAll(strings.TrimSpace(block), "\n", "\n\t") + x.tail
}

func (x *example) write(block string) {
	if err := os.WriteFile(x.file, []byte(x.program(block)), 0o666); err != nil {
		x.t.Fatal(err)
	}
}

func (x *example) run(args ...string) string {
	out, err := exec.Command("advlockcheck", append([]string{"-C", x.dir}, args...)...).Output()
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != exitFound) {
		x.t.Fatalf("advlockcheck %v: %v\n%s", args, err, exit.Stderr)
	}
	return string(out)
}

// says runs the command that a block begins with, and compares what it says, without the places.
func (x *example) says(block string) {
	want, ok := strings.CutPrefix(block, "$ advlockcheck ./...\n")
	if !ok {
		x.t.Fatalf("this block of README.md is not the output:\n%s", block)
	}
	message := func(s string) string {
		s = regexp.MustCompile(`\S+\.go:\d+:\d+: `).ReplaceAllString(s, "")
		return strings.Join(strings.Fields(s), " ")
	}
	if got := message(x.run("./...")); got != message(want) {
		x.t.Errorf("README.md shows\n%s\nnot\n%s", message(want), got)
	}
}
