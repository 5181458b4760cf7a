package lockflow

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"
)

// What is known of functions by their names.

// neverReturns lists functions that do not return. Deferred calls are of no interest to any of them: either the process
// ends, and its sessions with it, or a test does.
var neverReturns = map[string]bool{
	"os.Exit": true, "syscall.Exit": true, "runtime.Goexit": true,
	"log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true, "log.Panic": true, "log.Panicf": true, "log.Panicln": true,
	"(*log.Logger).Fatal": true, "(*log.Logger).Fatalf": true, "(*log.Logger).Fatalln": true,
	"(*log.Logger).Panic": true, "(*log.Logger).Panicf": true, "(*log.Logger).Panicln": true,
}

// fatalNames are methods of loggers and tests that do not return. Only the names of whole words count, and only without
// results.
var fatalNames = []string{
	"Fatal", "Fatalf", "Fatalln", "Fatalw", "FatalContext", "FailNow", "Panic", "Panicf", "Panicln", "Panicw", "SkipNow", "Skip", "Skipf",
}

func noReturn(fn *types.Func) bool {
	if neverReturns[fn.FullName()] {
		return true
	}
	return fn.Signature().Results().Len() == 0 && slices.Contains(fatalNames, fn.Name()) && !chains(fn)
}

// chains reports whether a function only begins a message, as zerolog's Fatal does, which is sent by another call.
func chains(fn *types.Func) bool {
	return fn.Signature().Params().Len() == 0 && fn.Name() != "FailNow" && fn.Name() != "SkipNow"
}

// registrars are functions that keep the function they are given, and call it later or at the same time.
var registrars = []string{
	"Go", "TryGo", "GoCtx", "AfterFunc", "Cleanup", "AddCleanup", "SetFinalizer", "RegisterOnShutdown", "OnShutdown", "OnStop",
	"HandleFunc", "Handle", "Append", "Register", "Subscribe", "AddFunc", "Schedule", "Submit", "Notify", "OnClose",
}

func registers(fn *types.Func) bool { return slices.Contains(registrars, fn.Name()) }

// calm reports whether a function only looks at what it is given: it keeps nothing, and does not panic.
func calm(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return fn != nil // error.Error
	}
	switch fn.Pkg().Path() {
	case "fmt", "log", "log/slog", "errors", "strings", "strconv", "context", "time", "hash/fnv", "hash/crc32", "hash/crc64",
		"encoding/binary", "math", "bytes", "unicode", "os", "testing", "reflect":
		return true
	case "sync", "sync/atomic": // but not what keeps a value for others: a Map, a Pool, a Value
		return !slices.ContainsFunc(parameters(fn), func(v *types.Var) bool { return isAny(v.Type()) })
	}
	return false
}

// makesErrors reports whether a function that is given no error returns one that is new.
func makesErrors(name string) bool {
	for _, word := range []string{"New", "Errorf", "Error", "Newf"} {
		if name == word || strings.HasPrefix(name, word+"Error") || strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Errorf") {
			return true
		}
	}
	return false
}

// pure reports whether a result is taken to be the same whenever the arguments are: keys are made by such functions, and
// conditions are asked twice. Methods count if they are given nothing and return no yes or no, which may be a matter of
// the moment.
func pure(fn *types.Func, result types.Type) bool {
	if fn == nil {
		return false
	}
	if fn.Pkg() != nil && fn.Pkg().Path() == "context" && !isError(result) {
		_, isFunc := result.Underlying().(*types.Signature)
		return !isFunc
	}
	if isContext(result) && fn.Name() == "Context" && fn.Signature().Params().Len() == 0 {
		return true
	}
	if fn.FullName() == "errors.Is" || fn.FullName() == "errors.As" {
		return true
	}
	recv := fn.Signature().Recv()
	switch u := result.Underlying().(type) {
	case *types.Basic:
		if recv == nil {
			return true
		}
		return fn.Signature().Params().Len() == 0 && u.Info()&types.IsString != 0
	case *types.Slice, *types.Array:
		return recv == nil
	}
	return false
}

// plain reports whether a function is given nothing but numbers and texts: then it also fails whenever it has failed.
func plain(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		typ := sig.Params().At(i).Type()
		if s, ok := typ.Underlying().(*types.Slice); ok {
			typ = s.Elem()
		}
		if _, ok := typ.Underlying().(*types.Basic); !ok {
			return false
		}
	}
	return sig.Recv() == nil && sig.Params().Len() > 0
}

func parameters(fn *types.Func) []*types.Var {
	return slices.Collect(fn.Signature().Params().Variables())
}

func intValue(i int) constant.Value { return constant.MakeInt64(int64(i)) }
