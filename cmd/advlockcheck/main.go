// Advlockcheck finds misuse of PostgreSQL advisory locks in Go programs.
//
//	advlockcheck ./...
//	advlockcheck sql db/migrations/*.sql
//	advlockcheck explain sqlorder/overlock
//
// One program plays two parts. Called by the go command, with -V=full, -flags or the .cfg file of a package, it is the
// tool that "go vet -vettool" runs. Called in any other way it is the command line, which starts "go vet
// -vettool=advlockcheck -json" on the packages asked for and renders what comes back; so it has the go command's build
// cache, and analyzes no dependency from source on every run, as a stand-alone driver would.
//
// The exit code is 0 if nothing was found, 1 if something was, and 2 if some package or file could not be checked, in
// every output format. "advlockcheck help" says the rest.
package main

import "os"

// The exit codes of the command line.
const (
	exitClean  = 0
	exitFound  = 1
	exitFailed = 2 // wins over exitFound: what is reported is then not all there is
)

func main() {
	args := os.Args[1:]
	if calledByGo(args) {
		runVettool(args) // exits
	}
	a := &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, colour: wantColour(os.Stdout)}
	os.Exit(a.run(args))
}
