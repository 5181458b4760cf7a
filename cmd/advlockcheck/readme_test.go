package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme holds README.md to what it shows: the statement, what is said about it, and what -fix makes of it.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```(?:go)?\n(.*?)```").FindAllStringSubmatch(string(readme), 3)
	before, said, after := blocks[0][1], blocks[1][1], blocks[2][1]
	if !strings.HasPrefix(said, "$ advlockcheck ./...\n") {
		t.Fatalf("the second block of README.md is not the output:\n%s", said)
	}

	dir := t.TempDir()
	file := filepath.Join(dir, "claim.go")
	const head = `package claim

import (
	"context"
	"database/sql"
)

func claim(ctx context.Context, conn *sql.Conn) (*sql.Rows, error) {
	`
	program := func(block string) string {
		return head + strings.ReplaceAll(strings.TrimSpace(block), "\n", "\n\t") + "\n\treturn rows, err\n}\n"
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "go.mod"), "module readme.example\n\ngo 1.24\n")
	write(file, program(before))

	run := func(args ...string) string {
		out, err := exec.Command("advlockcheck", append([]string{"-C", dir}, args...)...).Output()
		if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != exitFound) {
			t.Fatalf("advlockcheck %v: %v", args, err)
		}
		return strings.Join(strings.Fields(string(out)), " ")
	}
	message := func(s string) string { // without the place
		_, s, _ = strings.Cut(strings.Join(strings.Fields(s), " "), ": ")
		return s
	}
	if got := run("./..."); message(got) != message(said) {
		t.Errorf("README.md shows\n%s\nnot\n%s", message(said), message(got))
	}
	run("-fix", "./...")
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := program(after); string(got) != want {
		t.Errorf("README.md shows the fix as\n%s\nnot\n%s", want, got)
	}
}
