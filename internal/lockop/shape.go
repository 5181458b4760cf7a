package lockop

import (
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Most programs do not call a library directly but an interface or a type of their own. Such a method runs its text if
// it looks like it: by name, by a string that comes first but for a context and a destination, by nothing behind it but
// arguments, and by results that a query has.
//
//	Exec(ctx context.Context, query string, args ...any) (sql.Result, error)
//	QueryRow(sql string, args ...any) *Row
//	Select(ctx context.Context, dst any, query string, args ...any) error

// coreNames begin the names of methods that run SQL wherever they appear; looseNames are used for other things as well,
// and count only with a context and arguments.
var (
	coreNames  = []string{"Exec", "Query", "MustExec", "MustQuery", "NamedExec", "NamedQuery"}
	looseNames = []string{"Select", "Get", "Fetch", "Run", "Do", "Raw"}
)

// shaped reports whether a function without a body in sight looks like one that runs SQL.
func shaped(fn *types.Func) bool {
	sig := fn.Signature()
	core := begins(fn.Name(), coreNames)
	if !core && !begins(fn.Name(), looseNames) {
		return false
	}
	text := textParam(sig)
	if text < 0 || text > 3 {
		return false
	}
	context := false
	for i := range text {
		switch t := sig.Params().At(i).Type(); {
		case isContext(t):
			context = true
		case !types.IsInterface(t) && !pointer(t):
			return false
		}
	}
	args := false
	for i := text + 1; i < sig.Params().Len(); i++ {
		switch {
		case isArgs(sig.Params().At(i).Type()):
			args = true
		case isString(sig.Params().At(i).Type()):
			return false
		}
	}
	switch {
	case returnsRows(sig):
		return true
	case core:
		return returnsError(sig) && (context || args)
	}
	return returnsError(sig) && context && args
}

// begins reports whether name is one of the words, or goes on after one with a new word. The case of the first letter
// does not matter.
func begins(name string, words []string) bool {
	r, n := utf8.DecodeRuneInString(name)
	name = string(unicode.ToUpper(r)) + name[n:]
	return slices.ContainsFunc(words, func(w string) bool {
		rest, ok := strings.CutPrefix(name, w)
		next, _ := utf8.DecodeRuneInString(rest)
		return ok && (rest == "" || !unicode.IsLower(next))
	})
}

// textParam returns the index of the parameter that takes SQL text, or -1.
func textParam(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		if isString(sig.Params().At(i).Type()) {
			return i
		}
	}
	for i := range sig.Params().Len() {
		switch p := sig.Params().At(i); p.Name() {
		case "query", "sql", "sqlOrArgs", "stmt":
			if types.IsInterface(p.Type()) || sig.Variadic() && i == sig.Params().Len()-1 {
				return i
			}
		}
	}
	return -1
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}

// isArgs reports whether t takes the arguments of a query: any, []any, a map or slice of them.
func isArgs(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return types.IsInterface(u.Elem()) || pointer(u.Elem()) || typeName(u.Elem()) == "NamedValue"
	case *types.Map, *types.Interface:
		return true
	}
	return false
}

func pointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// returnsRows reports whether a result is one that only a query has: rows, a row, a command tag.
func returnsRows(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		name := typeName(sig.Results().At(i).Type())
		for _, suffix := range []string{"Rows", "Row", "Result", "CommandTag"} {
			if strings.HasSuffix(name, suffix) {
				return true
			}
		}
	}
	return false
}

func returnsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}
