package lockop

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// A Wrapper is the fact of a function that takes or gives back locks for its callers. Facts of functions reach direct
// importers, those of methods all; what a package's callers need to know it exports on its own functions.
type Wrapper struct {
	Acquires []Acquired // locks that are held when it returns
	Holds    []Acquired // locks that it holds while it calls a function that it is given
	Releases bool       // it gives locks back
	Closure  bool       // it returns a function that does
}

// Acquired is one lock of a wrapper: the operation as its own package describes it, without callers. Importers do not
// know positions inside the wrapper: they are carried as text.
type Acquired struct {
	Op     lockmap.Operation
	Keys   []lockmap.Key // as far as the wrapper knows more about them than the operation
	Params []int         // for each key, the parameter of the wrapper that it is, or -1
}

func (a Acquired) same(b Acquired) bool {
	return a.Op.Pos == b.Op.Pos && a.Op.Function == b.Op.Function && lockmap.Name(a.keys()) == lockmap.Name(b.keys())
}

// keys returns the keys as they are known best.
func (a Acquired) keys() []lockmap.Key {
	if a.Keys != nil {
		return a.Keys
	}
	return a.Op.Keys
}

// AFact marks Wrapper as a fact.
func (*Wrapper) AFact() {}

// String is what tests compare.
func (w *Wrapper) String() string {
	var parts []string
	for _, a := range w.Acquires {
		parts = append(parts, "acquires "+a.Op.Function+"("+lockmap.Name(a.keys())+")")
	}
	for _, a := range w.Holds {
		parts = append(parts, "holds "+a.Op.Function+"("+lockmap.Name(a.keys())+")")
	}
	if w.Releases {
		parts = append(parts, "releases")
	}
	if w.Closure {
		parts = append(parts, "returns the release")
	}
	return strings.Join(parts, ", ")
}

// wrapperOf returns the fact of a function of another package.
func wrapperOf(pass *analysis.Pass, fn *types.Func) (*Wrapper, bool) {
	if fn == nil || fn.Pkg() == nil || fn.Pkg() == pass.Pkg {
		return nil, false
	}
	w := new(Wrapper)
	return w, pass.ImportObjectFact(fn, w)
}

// callsWrapper reports whether the package uses a function that has a fact. It is asked only if any fact is in sight.
func callsWrapper(pass *analysis.Pass) bool {
	if len(pass.AllObjectFacts()) == 0 {
		return false
	}
	for _, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok {
			if _, ok := wrapperOf(pass, fn.Origin()); ok || pass.ImportObjectFact(fn.Origin(), new(Flow)) {
				return true
			}
		}
	}
	return false
}

// releasesSession reports whether the operation gives back a session lock.
func (op *Op) releasesSession() bool {
	return op.calls(func(f locksql.Func) bool { return f.Action != locksql.Acquire })
}

// acquiresSession reports whether the operation takes a session lock.
func (op *Op) acquiresSession() bool {
	return op.calls(func(f locksql.Func) bool { return f.Action == locksql.Acquire && f.Scope == locksql.Session })
}

// calls reports whether a lock call that the operation runs satisfies f. What only defines a function runs none.
func (op *Op) calls(f func(locksql.Func) bool) bool {
	for _, sql := range op.SQL {
		for _, st := range sql.Parsed.Statements {
			for _, c := range st.Calls {
				if !st.Defines && f(c.Func) {
					return true
				}
			}
		}
	}
	return false
}
