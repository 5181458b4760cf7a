// Corpus runs advlockcheck over many modules, for measuring what it reports and what it costs.
//
//	go build -o /tmp/advlockcheck ./cmd/advlockcheck
//	go run ./tools/corpus -tool /tmp/advlockcheck -o results modules.tsv map -format=json
//
// The list names a module a line: its directory and, after a tab, the packages to look at, separated by spaces; without
// them, ./... is meant. Directories are relative to the list, empty lines and those that begin with # are passed over.
// What follows the list is the command line of advlockcheck; the packages of each module are added to it.
//
// Each module has a directory below the one that -o names, with the files stdout, stderr and result.json (exit code, wall
// and CPU time). A module whose result is there, from the same command line, is done: it is run again only with -redo. So
// a run that was interrupted goes on where it was when it is started again, and a list can grow. When all is done, a
// summary is printed, of this run and those before.
//
// The sources are not copied, and belong into no repository of this project.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes the command line and returns the exit code: 0 if every module has a result, 1 if the run was interrupted,
// 2 for mistakes.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var r runner
	fs := flag.NewFlagSet("corpus", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.StringVar(&r.tool, "tool", "advlockcheck", "run `PROGRAM`")
	fs.StringVar(&r.out, "o", "results", "keep results in `DIR`")
	fs.DurationVar(&r.limit, "timeout", 10*time.Minute, "stop looking at a module after `DURATION`")
	fs.BoolVar(&r.redo, "redo", false, "run what is done, too")
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: corpus [flags] LIST [command line of advlockcheck]")
		fs.PrintDefaults()
	}
	if err := fs.Parse(args); err != nil {
		return 2
	}
	if fs.NArg() == 0 {
		fs.Usage()
		return 2
	}
	r.args = fs.Args()[1:]

	modules, err := readList(fs.Arg(0))
	if err == nil {
		err = r.prepare()
	}
	if err != nil {
		fmt.Fprintf(stderr, "corpus: %v\n", err)
		return 2
	}
	var results []result
	for i, m := range modules {
		res, err := r.module(ctx, m)
		if ctx.Err() != nil {
			fmt.Fprintf(stderr, "interrupted; the same command goes on with %s\n", m.dir)
			return 1
		}
		if err != nil {
			fmt.Fprintf(stderr, "corpus: %s: %v\n", m.dir, err)
			return 2
		}
		fmt.Fprintf(stderr, "%d/%d %s: %s\n", i+1, len(modules), m.dir, res.line())
		results = append(results, res)
	}
	summarize(stdout, results)
	return 0
}
