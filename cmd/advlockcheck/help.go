package main

import (
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"
)

const overviewHelp = `Advlockcheck finds misuse of PostgreSQL advisory locks in Go programs.

  advlockcheck ./...                       check all packages of the module
  advlockcheck -diff ./...                 show the suggested fixes as a patch
  advlockcheck sql db/migrations/*.sql     check SQL files
  advlockcheck map ./...                   list all locks and their releases
  advlockcheck explain sqlorder/overlock   read about a rule
  go vet -vettool=$(which advlockcheck) ./...

`

const exitHelp = `
The exit code is 0 if nothing was found, 1 if something was, 2 if not everything
could be checked. Run 'advlockcheck help COMMAND' for the flags of a command.
`

const checkHelp = `Packages are named as for the go command; without any, it is the package in the
current directory. What is analyzed once is taken from the go command's cache.

A finding is accepted by a comment on its line, or alone on the line above:

  //advlock:ignore sqlorder/overlock the reason
  //nolint:advlockcheck // the reason

Findings in test files are reported with -tests. A package named like a command
is written as a path: ./sql, not sql.

  advlockcheck -C ../shop ./...            check the module in another directory
  advlockcheck -tags integration ./...     with build tags
  advlockcheck -fix ./internal/jobs        apply fixes
  advlockcheck -json ./... >findings.json  for other programs
`

const sqlHelp = `The files hold statements, as migrations and the queries of sqlc do; - is
standard input. Rules are those of the analyzer sqlorder. With -v, statements
that were not understood are named.

  advlockcheck sql db/queries/*.sql
  pg_dump --schema-only shop | advlockcheck sql -
`

const mapHelp = `Locks are grouped by key, with one line for each operation: where it is, the
session it runs on, where the lock is given back, and who calls the function
around it. "!! release: none found" marks a session lock that nothing gives back.
Below is the order in which keys are taken; "!! cycle" marks a circle of keys, on
which sessions can deadlock. The exit code is 0 whatever is found.

  advlockcheck map ./... | grep '!!'
  advlockcheck map -format=html -o locks.html ./...
  advlockcheck map -format=dot ./... | dot -Tsvg >order.svg
  advlockcheck map -format=json ./... | jq '.operations[] | select(.noRelease)'
`

const rulesHelp = `Rules that are off by default name the flag that turns them on.
`

const explainHelp = `A rule is named as in brackets at the end of a finding.
`

// help prints the overview, or how one command is used.
func (a *app) help(o *options, args []string) int {
	if len(args) > 1 {
		return a.usage(fmt.Errorf("advlockcheck help takes one command"))
	}
	if len(args) == 1 {
		if c, ok := commandByName(args[0]); ok {
			a.helpCommand(o, c)
			return exitClean
		}
		if strings.ContainsAny(args[0], "/.") { // advlockcheck ./... -h
			return a.help(o, nil)
		}
		return a.usage(fmt.Errorf("there is no command %s", args[0]))
	}
	fmt.Fprint(a.stdout, overviewHelp)
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "Commands:")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %s\t%s\n", strings.TrimSpace(c.name+" "+c.args), c.summary)
	}
	w.Flush()
	fmt.Fprint(a.stdout, exitHelp)
	return exitClean
}

func (a *app) helpCommand(o *options, c command) {
	usage := "advlockcheck " + c.name
	if c.flags != noFlags {
		usage += " [flags]"
	}
	fmt.Fprintf(a.stdout, "usage: %s\n\n%s%s.\n", strings.TrimSpace(usage+" "+c.args), strings.ToUpper(c.summary[:1]), c.summary[1:])
	if c.help != "" {
		fmt.Fprintf(a.stdout, "\n%s", c.help)
	}
	fmt.Fprintln(a.stdout, "\nFlags, which may stand anywhere:")
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	o.fs.VisitAll(func(f *flag.Flag) {
		if g := o.group[f.Name]; g != noFlags && g&c.flags == 0 {
			return
		}
		arg, usage := flag.UnquoteUsage(f)
		switch {
		case f.DefValue == "true":
			usage += " (default true)"
		case arg != "":
			arg = " " + arg
		}
		fmt.Fprintf(w, "  -%s%s\t%s\n", f.Name, arg, usage)
	})
	w.Flush()
}
