// Package lockop finds the advisory-lock operations of a package: the calls that run SQL with a lock function in it.
//
// Only a call that executes is an operation. Text that is prepared or kept in a builder belongs to the call that runs
// it, and text that nothing runs (a log message, a list of forbidden words, what a mock expects) to none. When it is
// not certain that a call runs its text, the call is passed over; [Stats] says how often the text was not known.
//
// Packages in which no string speaks of advisory locks are recognized first, and cost no more than that look.
package lockop

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/advlockcheck/advlockcheck/internal/directive"
	"github.com/advlockcheck/advlockcheck/internal/lockflow"
	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// A text hole and an SQL hole are the same byte: an index out of range here says that they are not.
var _ = [1]struct{}{}[sqltext.Hole-locksql.Hole]

// Analyzer finds the lock operations of a package. Its result is a *[Result].
var Analyzer = &analysis.Analyzer{
	Name: "lockop",
	Doc: "find the advisory-lock operations of a package\n\nThe passes of advlockcheck require this analyzer; it " +
		"reports nothing itself.",
	Run:        run,
	Requires:   []*analysis.Analyzer{inspect.Analyzer},
	FactTypes:  []analysis.Fact{new(Wrapper), new(Flow), new(Texts)},
	ResultType: reflect.TypeFor[*Result](),
}

// A Result lists the lock operations of a package.
type Result struct {
	Ops   []Op // in the order of the source
	Stats Stats

	// Directives holds the directives of the package, also of one without locks.
	Directives *directive.Set

	// Texts resolves further expressions of the package. It is nil for a package without locks.
	Texts *sqltext.Resolver

	flow      func() *lockflow.Result
	inventory func() lockmap.Inventory
	failure   string    // an internal error
	reported  sync.Once // of the counters and the internal error
}

// An Op is a call that runs SQL with a lock function in it.
type Op struct {
	Call *ast.CallExpr
	Arg  ast.Expr // the expression that the text was read from, which need not be an argument of Call
	SQL  []SQL    // the alternatives that the argument can hold; not all of them need to have locks
}

// An SQL is one text that an operation can run.
type SQL struct {
	Text   sqltext.Text
	Parsed *locksql.Result // shared: not to be changed
}

// Stats counts what was looked at, and what was not understood: silence can be measured by it.
type Stats struct {
	Texts         int `json:"lock texts"`             // texts with a lock function that are run
	NotUnderstood int `json:"texts not understood"`   // of these, the texts that do not parse
	Unresolved    int `json:"arguments not resolved"` // arguments of executing calls of which nothing is known
	Operations    int `json:"lock operations"`        // calls of lock functions that are run
	Sessions      int `json:"sessions not resolved"`  // of these, those on a handle that can be anything
	Wrappers      int `json:"wrappers"`               // functions that take or give back locks for their callers
	Bounded       int `json:"functions past a bound"` // about whose paths nothing is said
}

func run(pass *analysis.Pass) (result any, err error) {
	res := &Result{}
	defer func() {
		if r := recover(); r != nil {
			// The passes report it: what an analyzer reports that is only required by others is lost.
			result = &Result{failure: describe(r)}
		}
	}()
	res.Directives = directive.Parse(pass.Fset, pass.Files)
	texts := sqltext.New(pass.Fset, pass.Files, pass.Pkg, pass.TypesInfo)
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if !mentionsLocks(pass, in, texts) && !callsWrapper(pass) && !declares(res.Directives) {
		return res, nil
	}
	res.Texts = texts
	exportTexts(pass)
	f := newFinder(pass, in, texts)
	f.directives = res.Directives
	for _, call := range f.calls {
		skip := Skip(pass, call)
		for _, arg := range f.runs(call) {
			op, known := f.operation(call, arg)
			if len(op.SQL) > 0 {
				res.Ops = append(res.Ops, op)
			}
			if !skip {
				res.Stats.count(op, known || f.wrapped(arg))
			}
		}
	}
	slices.SortStableFunc(res.Ops, func(a, b Op) int { return cmp.Compare(a.Call.Pos(), b.Call.Pos()) })
	f.flow = f.newFlow(in, sessions())
	g := newGraph(f, sessions(), f.functions(in, res.Ops))
	g.export()
	res.inventory = func() lockmap.Inventory { return g.inventory() }
	res.flow = sync.OnceValue(func() *lockflow.Result { return g.followed(res) })
	g.exportFlow(res)
	g.count(&res.Stats)
	return res, nil
}

// operation reads the texts of an argument. The operation has no SQL if none of them has a lock; known says whether
// there are texts at all.
func (f *finder) operation(call *ast.CallExpr, arg ast.Expr) (op Op, known bool) {
	op = Op{Call: call, Arg: arg}
	texts := f.texts.Texts(arg)
	if len(texts) == 1 && f.prepared[texts[0].String()] != nil {
		op.Arg = f.prepared[texts[0].String()]
		texts = f.texts.Texts(op.Arg)
	}
	if len(texts) == 0 {
		texts = f.held(op.Arg)
	}
	locks := false
	for _, t := range texts {
		sql := SQL{Text: t, Parsed: &locksql.Result{}}
		if s := t.String(); mentions(s) {
			sql.Parsed = locksql.Analyze(s)
			locks = locks || len(sql.Parsed.Statements) > 0
		}
		op.SQL = append(op.SQL, sql)
	}
	if !locks {
		op.SQL = nil
	}
	return op, len(texts) > 0
}

// held returns the texts with locks among those that a field is given anywhere in the package, if the argument is that
// field of the elements of a list, one after another: SQL that is kept as data has too many values for them all to be
// alternatives.
func (f *finder) held(arg ast.Expr) []sqltext.Text {
	v, ok := f.texts.Variable(arg)
	sel, isSel := ast.Unparen(arg).(*ast.SelectorExpr)
	if !ok || !isSel || !v.IsField() ||
		!slices.ContainsFunc(f.ranges, func(r *ast.RangeStmt) bool { return r.Value != nil && f.same(r.Value, sel.X) }) {
		return nil
	}
	var out []sqltext.Text
	for _, value := range f.texts.Values(v) {
		for _, t := range f.texts.Texts(value) {
			if mentions(t.String()) {
				out = append(out, t)
			}
		}
	}
	return out
}

func (s *Stats) count(op Op, known bool) {
	if !known {
		s.Unresolved++
	}
	for _, sql := range op.SQL {
		if len(sql.Parsed.Statements) == 0 {
			continue
		}
		s.Texts++
		if slices.ContainsFunc(sql.Parsed.Statements, func(st locksql.Statement) bool { return st.Err != nil }) {
			s.NotUnderstood++
		}
	}
}

// describe says what went wrong, with the place in this program.
func describe(r any) string {
	return fmt.Sprintf("%v\n%s", r, debug.Stack())
}

// origin returns the declaration of a possibly instantiated function, or obj itself.
func origin(obj types.Object) types.Object {
	if fn, ok := obj.(*types.Func); ok {
		return fn.Origin()
	}
	return obj
}
