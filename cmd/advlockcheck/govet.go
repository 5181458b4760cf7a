package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
)

// goVet analyzes the packages that the patterns stand for. The words of the go command are complete in themselves; an
// exit code other than 0 means that some packages are missing from the report.
func goVet(o *options, toolFlags, patterns []string, r rawReport) (words string, code int, err error) {
	exe, err := os.Executable()
	if err != nil {
		return "", 0, err
	}
	args := append([]string{"vet", "-vettool=" + exe, "-json"}, o.goFlags()...)
	args = append(append(args, toolFlags...), "--")
	out, words, code, err := goCommand(append(args, patterns...)...)
	if err != nil {
		return words, code, err
	}
	words, fromStderr := takeJSON(words)
	if err := r.read(io.MultiReader(bytes.NewReader(out), strings.NewReader(fromStderr))); err != nil {
		return words, code, fmt.Errorf("cannot read what go vet printed: %w", err)
	}
	return words, code, nil
}

// takeJSON takes the JSON objects out of the standard error of go vet, which is where it printed them before Go 1.26, each
// below one or two lines that name the package.
func takeJSON(stderr string) (words, objects string) {
	var w, j strings.Builder
	var header string // lines "# package", held back until the next line tells whether an object follows
	in := false
	for line := range strings.Lines(stderr) {
		switch bare := strings.TrimRight(line, "\r\n"); {
		case in || bare == "{" || bare == "{}":
			header = ""
			j.WriteString(line)
			in = bare != "}" && bare != "{}"
		case strings.HasPrefix(line, "# "):
			header += line
		default:
			w.WriteString(header + line)
			header = ""
		}
	}
	w.WriteString(header)
	return w.String(), j.String()
}
