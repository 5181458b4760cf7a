package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// A runner runs one command line in many modules.
type runner struct {
	tool, out string
	args      []string
	limit     time.Duration
	redo      bool
}

// A result is what is kept of a run, beside what was printed.
type result struct {
	Dir      string   `json:"dir"`
	Args     []string `json:"args"`              // with the packages
	Exit     int      `json:"exit"`              // -1 if the program was killed
	Crashed  bool     `json:"crashed,omitempty"` // it, or the vettool that it is to the go command, died or said that it has an error
	TimedOut bool     `json:"timedOut,omitempty"`
	Wall     float64  `json:"wall"` // seconds
	CPU      float64  `json:"cpu"`  // seconds, with those of the processes that it started and waited for

	rules map[string]int // read from what was printed
}

// prepare looks for the program, whose name must mean the same in every directory.
func (r *runner) prepare() error {
	tool, err := exec.LookPath(r.tool)
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return err
	}
	r.tool, err = filepath.Abs(tool)
	return err
}

// module returns the result of a module, which is run unless that is done already.
func (r *runner) module(ctx context.Context, m module) (result, error) {
	dir := filepath.Join(r.out, resultName(m))
	args := slices.Concat(r.args, m.patterns)
	if !r.redo {
		if res, ok := readResult(dir); ok && slices.Equal(res.Args, args) {
			return res, nil
		}
	}
	res, stdout, stderr := r.execute(ctx, m.dir, args)
	if err := ctx.Err(); err != nil {
		return result{}, err // nothing is kept of what was cut short
	}
	if err := keep(dir, res, stdout, stderr); err != nil {
		return result{}, err
	}
	res.rules = countRules(stdout)
	return res, nil
}

// resultName names the directory of a module's results. Modules with the same last element are told apart.
func resultName(m module) string {
	id := sha256.Sum256(fmt.Appendf(nil, "%q %q", m.dir, m.patterns))
	return fmt.Sprintf("%s-%x", filepath.Base(m.dir), id[:4])
}

// execute runs the program in a directory, and kills it and all that it started when the time is over.
func (r *runner) execute(ctx context.Context, dir string, args []string) (res result, stdout, stderr []byte) {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, r.tool, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.WaitDelay = 10 * time.Second // for what outlives the kill and holds the pipes
	killGroup(cmd)

	start := time.Now()
	err := cmd.Run()
	res = result{Dir: dir, Args: args, Exit: -1, Wall: time.Since(start).Seconds(), TimedOut: ctx.Err() != nil && err != nil}
	if state := cmd.ProcessState; state != nil {
		res.Exit = state.ExitCode()
		res.CPU = (state.UserTime() + state.SystemTime()).Seconds()
	} else {
		fmt.Fprintln(&errs, err)
	}
	res.Crashed = crash.Match(errs.Bytes())
	return res, out.Bytes(), errs.Bytes()
}

// crash matches the first words of a Go program that dies, and those of an analyzer that was saved from it.
var crash = regexp.MustCompile(`(?m)^(panic: |fatal error: |SIG[A-Z]+: )|internal error of `)

// keep writes the files of a module. The result comes last and in one step: where it is, all is.
func keep(dir string, res result, stdout, stderr []byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	done := filepath.Join(dir, "result.json")
	if err := os.Remove(done); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	data, err := json.MarshalIndent(res, "", "  ")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{"stdout", stdout}, {"stderr", stderr}, {"result.new", append(data, '\n')}} {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.data, 0o666); err != nil {
			return err
		}
	}
	return os.Rename(filepath.Join(dir, "result.new"), done)
}

// readResult reads what keep has written.
func readResult(dir string) (res result, ok bool) {
	data, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil || json.Unmarshal(data, &res) != nil {
		return result{}, false
	}
	stdout, err := os.ReadFile(filepath.Join(dir, "stdout"))
	if err != nil {
		return result{}, false
	}
	res.rules = countRules(stdout)
	return res, true
}
