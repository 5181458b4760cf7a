package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/passes"
)

// A flagGroup says which flags a command takes beside -C.
type flagGroup int

const (
	noFlags    flagGroup = 0
	printFlags flagGroup = 1  // how findings are printed
	buildFlags flagGroup = 2  // how the go command finds packages
	passFlags  flagGroup = 4  // what the analyzers look for
	factFlags  flagGroup = 8  // what is known about the program, whoever asks
	drawFlags  flagGroup = 16 // how the map is shown
	ownFlags   flagGroup = 32 // those that the command line itself passes to the vettool

	sqlFlags   = printFlags | factFlags | passFlags
	checkFlags = printFlags | buildFlags | factFlags | passFlags
	mapFlags   = drawFlags | buildFlags | factFlags
)

// options holds the flags of every command. They share one flag set, so that flags may stand anywhere, before and after
// the command and its arguments.
type options struct {
	fs    *flag.FlagSet
	group map[string]flagGroup

	dir                string
	version            bool
	json, fix, diff    bool
	context            int
	verbose            bool
	tags, mod, modfile string
	format, output     string
}

func newOptions() *options {
	o := &options{fs: flag.NewFlagSet("advlockcheck", flag.ContinueOnError), group: map[string]flagGroup{}}
	o.fs.SetOutput(io.Discard) // errors come back from parse, and help is written by this program

	o.fs.StringVar(&o.dir, "C", "", "change to `DIR` before doing anything")
	o.fs.BoolVar(&o.version, "version", false, "print the version")
	o.mark(noFlags)

	o.fs.BoolVar(&o.json, "json", false, "print findings as JSON")
	o.fs.BoolVar(&o.fix, "fix", false, "apply the first fix of each finding, and report the findings that have none")
	o.fs.BoolVar(&o.diff, "diff", false, "print the fixes as a unified diff, and change no file")
	o.fs.IntVar(&o.context, "c", -1, "print the line of a finding, and `N` lines around it")
	o.fs.BoolVar(&o.verbose, "v", false, "also say what was not understood and what was suppressed")
	o.mark(printFlags)

	o.fs.StringVar(&o.tags, "tags", "", "build `TAGS`, separated by commas")
	o.fs.StringVar(&o.mod, "mod", "", "module download `MODE` of the go command")
	o.fs.StringVar(&o.modfile, "modfile", "", "read `FILE` in place of go.mod")
	o.mark(buildFlags)

	o.fs.StringVar(&o.format, "format", lockmap.Formats[0].Name, "show the map as `FORMAT`: "+strings.Join(formatNames(), ", "))
	o.fs.StringVar(&o.output, "o", "", "write to `FILE`")
	o.mark(drawFlags)

	lockop.RegisterFlags(o.fs)
	o.group[mapFlag] = ownFlags
	o.mark(factFlags)

	for _, a := range passes.Suite {
		o.fs.Bool(a.Name, true, "run the analyzer "+a.Name+"; if one is set to true, only those that are")
		a.Flags.VisitAll(func(f *flag.Flag) { o.fs.Var(f.Value, a.Name+"."+f.Name, f.Usage) })
	}
	o.mark(passFlags)
	return o
}

// mark puts all flags that are in no group yet into g.
func (o *options) mark(g flagGroup) {
	o.fs.VisitAll(func(f *flag.Flag) {
		if _, ok := o.group[f.Name]; !ok {
			o.group[f.Name] = g
		}
	})
}

// parse reads flags and words in any order. After "--", everything is a word.
func (o *options) parse(args []string) (words []string, err error) {
	for {
		if err := o.fs.Parse(args); err != nil {
			return words, err
		}
		rest := o.fs.Args()
		if read := len(args) - len(rest); len(rest) == 0 || read > 0 && args[read-1] == "--" {
			return append(words, rest...), nil
		}
		words, args = append(words, rest[0]), rest[1:]
	}
}

// allow returns an error if a flag was set that the command has no use for.
func (o *options) allow(c command) (err error) {
	o.fs.Visit(func(f *flag.Flag) {
		if g := o.group[f.Name]; g != noFlags && g&c.flags == 0 {
			err = fmt.Errorf("advlockcheck %s takes no flag -%s", c.name, f.Name)
		}
	})
	if err == nil && o.json && o.diff {
		err = fmt.Errorf("-json and -diff cannot be used together")
	}
	return err
}

// stats reports whether counters are to be shown.
func (o *options) stats() bool { return o.fs.Lookup("stats").Value.String() == "true" }

// strict reports whether what the manual only fails to guarantee is to be reported.
func (o *options) strict() bool {
	f := o.fs.Lookup("sqlorder.strict")
	return f != nil && f.Value.String() == "true"
}

// goFlags returns the flags, as they were set, for a go command that loads packages.
func (o *options) goFlags() []string { return o.set(buildFlags) }

// toolFlags returns the flags, as they were set, for the vettool. They are part of the go command's cache keys, spelling
// and order included, so equal settings are always spelled alike.
func (o *options) toolFlags() []string {
	flags := slices.DeleteFunc(o.set(factFlags|passFlags), func(f string) bool { return f == "-stats=true" || f == "-stats=false" })
	return append([]string{everyModule}, flags...)
}

func (o *options) set(g flagGroup) []string {
	var flags []string
	o.fs.Visit(func(f *flag.Flag) { // in the order of names
		if o.group[f.Name]&g != 0 {
			flags = append(flags, "-"+f.Name+"="+f.Value.String())
		}
	})
	return flags
}
