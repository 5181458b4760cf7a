package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints what this program was built from, as the Go toolchain recorded it.
func (a *app) version(_ *options, _ []string) int {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		fmt.Fprintf(a.stdout, "advlockcheck (unknown version) %s\n", runtime.Version())
		return exitClean
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	parser := "linked in C"
	if settings["CGO_ENABLED"] == "0" {
		parser = "as WebAssembly"
	}
	fmt.Fprintf(a.stdout, "advlockcheck %s, built with %s for %s/%s, PostgreSQL's parser %s\n",
		info.Main.Version, info.GoVersion, runtime.GOOS, runtime.GOARCH, parser)
	if rev := settings["vcs.revision"]; rev != "" {
		fmt.Fprintf(a.stdout, "commit %s of %s\n", rev, settings["vcs.time"])
	}
	return exitClean
}
