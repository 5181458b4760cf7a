package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
)

// goCommand runs the go command. A nil error with an exit code other than 0 means that it ran and failed, and that words,
// what it wrote to standard error, say why.
func goCommand(args ...string) (stdout []byte, words string, code int, err error) {
	var out, errs bytes.Buffer
	cmd := exec.Command("go", args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return out.Bytes(), errs.String(), exit.ExitCode(), nil
	}
	return out.Bytes(), errs.String(), 0, err
}

// A listing is what the go command says about the patterns on the command line.
type listing struct {
	good []string // import paths of packages that can be loaded
	bad  []string // those that cannot, or whose imports cannot
}

// goList lists the packages that were asked for. Like goCommand, it returns the go command's words if that failed; if not,
// goVet will say the same, and more.
func goList(o *options, patterns []string) (l listing, words string, code int, err error) {
	args := append([]string{"list", "-e", "-json=ImportPath,Incomplete,Error"}, o.goFlags()...)
	out, words, code, err := goCommand(append(append(args, "--"), patterns...)...)
	if err != nil || code != 0 {
		return l, words, code, err
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Incomplete bool
			Error      *struct{}
		}
		switch err := dec.Decode(&p); {
		case err == io.EOF:
			return l, "", 0, nil
		case err != nil:
			return l, "", 0, err
		case p.Error != nil || p.Incomplete:
			l.bad = append(l.bad, p.ImportPath)
		default:
			l.good = append(l.good, p.ImportPath)
		}
	}
}
