package main

import "flag"

// Categories of diagnostics that are not findings.
const (
	statsCategory    = "advlockcheck/stats"    // the message holds the counters of a package
	internalCategory = "advlockcheck/internal" // a pass failed; the go command counts that as success
)

// registerShared registers the flags that all passes share. An analyzer that is only required by others has no flags of
// its own, so they are the driver's.
func registerShared(fs *flag.FlagSet) {
	fs.Bool("tests", false, "also report findings in _test.go files")
	fs.Bool("stats", false, "report counters")
}
