package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// An app is one run of the command line.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	colour         bool // on stdout
}

// A command is one subcommand. Words that name none are packages for the first, "check".
type command struct {
	name    string
	args    string // as in its usage line
	summary string
	help    string // what the flags do not say
	flags   flagGroup
	run     func(a *app, o *options, args []string) int
}

// commands lists the subcommands in the order of the help text. It is a function because help is one of them.
func commands() []command {
	return []command{
		{"check", "[packages]", "check Go packages; the word check may be left out", checkHelp, checkFlags, (*app).check},
		{"sql", "FILE...", "check .sql files, such as migrations and the queries of sqlc", sqlHelp, sqlFlags, (*app).sql},
		{"map", "[packages]", "show every lock of a program: its key, its session, its release", mapHelp, mapFlags, (*app).lockMap},
		{"rules", "", "list the rules", rulesHelp, noFlags, (*app).rules},
		{"explain", "RULE", "say what a rule reports, why, and the way out", explainHelp, noFlags, (*app).explain},
		{"help", "[command]", "say how a command is used", "", noFlags, (*app).help},
		{"version", "", "print the version", "", noFlags, (*app).version},
	}
}

func commandByName(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// run executes the command line and returns the exit code.
func (a *app) run(args []string) int {
	o := newOptions()
	words, err := o.parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return a.help(o, words[:min(1, len(words))])
	}
	if err != nil {
		return a.usage(err)
	}
	if o.version {
		return a.version(o, nil)
	}

	c := commands()[0]
	if len(words) > 0 {
		if named, ok := commandByName(words[0]); ok {
			c, words = named, words[1:]
		}
	}
	if err := o.allow(c); err != nil {
		return a.usage(err)
	}
	if o.dir != "" {
		if err := os.Chdir(o.dir); err != nil {
			return a.fail(err)
		}
	}
	return c.run(a, o, words)
}

// fail reports what kept the run from being complete.
func (a *app) fail(err error) int {
	fmt.Fprintf(a.stderr, "advlockcheck: %v\n", err)
	return exitFailed
}

// usage reports a mistake in the command line.
func (a *app) usage(err error) int {
	a.fail(err)
	fmt.Fprintln(a.stderr, "Run 'advlockcheck help' for usage.")
	return exitFailed
}
