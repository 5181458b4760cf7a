package lockop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/directive"
	"github.com/advlockcheck/advlockcheck/internal/lockflow"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// A Flow is the fact of a function that does something to the locks or sessions of its callers.
type Flow struct{ lockflow.Fact }

// AFact marks Flow as a fact.
func (*Flow) AFact() {}

// String is what tests compare.
func (f *Flow) String() string { return "flow " + f.Fact.String() }

// exportFlow follows the locks of the package, and exports what importers need to know.
// An internal error there is told, and leaves what is known without it.
func (g *graph) exportFlow(res *Result) {
	defer func() {
		if r := recover(); r != nil {
			res.failure = describe(r)
			res.flow = func() *lockflow.Result { return &lockflow.Result{} }
		}
	}()
	for fn, fact := range res.Flow().Facts {
		g.pass.ExportObjectFact(fn, &Flow{*fact})
	}
	res.Stats.Bounded = res.Flow().Bounded
}

// followed follows the locks of the package along the paths of its functions.
func (g *graph) followed(res *Result) *lockflow.Result {
	pkg, funcs := buildSSA(g.pass)
	statements := map[token.Pos]*lockflow.Statement{}
	for i := range res.Ops {
		op := &res.Ops[i]
		if s := g.statement(op); s != nil {
			statements[op.Call.Lparen] = s
		}
	}
	calls := map[token.Pos]*ast.CallExpr{}
	for _, call := range g.calls {
		calls[call.Lparen] = call
	}
	return lockflow.Analyze(&lockflow.Program{
		Call:    func(lparen token.Pos) *ast.CallExpr { return calls[lparen] },
		Package: pkg, Funcs: funcs, Info: g.info, Table: g.table,
		Statement: func(call ssa.CallInstruction) *lockflow.Statement { return statements[call.Common().Pos()] },
		Import: func(fn *types.Func) *lockflow.Fact {
			f := new(Flow)
			if fn.Pkg() == nil || !g.pass.ImportObjectFact(fn, f) {
				return nil
			}
			return &f.Fact
		},
		Declared: g.declared(res.Directives),
		Class: func(call ssa.CallInstruction) session.Class {
			if syntax := calls[call.Common().Pos()]; syntax != nil {
				return classNamed(g.sessionOf(g.table, syntax).Class)
			}
			return session.Unknown
		},
		Kept: func(pos token.Pos) bool {
			_, ok := res.Directives.Held(pos)
			return ok
		},
		Implementations: func(fn *types.Func) []*types.Func {
			return g.implementations(fn)
		},
	})
}

// declared returns what directives say of the functions and interface methods of the package.
func (g *graph) declared(set *directive.Set) map[*types.Func]lockflow.Contract {
	out := map[*types.Func]lockflow.Contract{}
	for _, d := range declarations(g.pass, set) {
		out[d.fn] = lockflow.Contract{Acquires: d.Acquires, Keys: d.Keys, Releases: d.Releases}
	}
	return out
}

// statement describes an operation to the path engine.
func (g *graph) statement(op *Op) *lockflow.Statement {
	s := &lockflow.Statement{Call: op.Call, Text: op.Arg, Handle: g.handle(g.table, op.Call)}
	s.Class = classNamed(g.session(g.table, use{call: op.Call}).Class)
	if inner := g.inner[origin(typeutil.Callee(g.info, op.Call))]; inner != nil {
		s.On = g.path(origin(typeutil.Callee(g.info, op.Call)), inner)
	}
	any := false
	for _, sql := range op.SQL {
		alt := lockflow.Alternative{Text: sql.Text.String()}
		for _, st := range sql.Parsed.Statements {
			for _, c := range st.Calls {
				if !st.Defines {
					alt.Locks = append(alt.Locks, lockflow.LockCall{
						Func: c.Func, Keys: g.flowKeys(op, lock{sql, c}),
						Rows: slices.ContainsFunc(c.Keys, func(k locksql.Key) bool {
							return k.Columns && !strings.ContainsRune(k.Text, sqltext.Hole)
						}),
					})
				}
			}
		}
		any = any || len(alt.Locks) > 0
		s.Alternatives = append(s.Alternatives, alt)
	}
	if !any {
		return nil
	}
	return s
}

// classNamed returns the class that the inventory calls by a name.
func classNamed(name string) session.Class {
	for _, c := range []session.Class{session.Pool, session.Pinned, session.Tx} {
		if c.String() == name {
			return c
		}
	}
	return session.Unknown
}

// flowKeys describes the keys of a lock call to the path engine.
func (g *graph) flowKeys(op *Op, l lock) []lockflow.Key {
	var out []lockflow.Key
	for _, k := range l.call.Keys {
		key := lockflow.Key{Const: k.Const}
		if k.Const == nil {
			key.Expr = g.value(op, l, k)
			key.Text = ""
			switch {
			case key.Expr == nil:
				key.Expr, key.Text = g.boundWithin(op, l, k), normal(k.Text)
			case k.Param == "" && k.Text != string(sqltext.Hole):
				key.Text = normal(k.Text)
			}
		}
		out = append(out, key)
	}
	return out
}

// normal writes a key expression such that the same expression in two statements reads the same: placeholders have
// numbers of their own in each.
func normal(text string) string {
	return placeholder().ReplaceAllStringFunc(text, func(p string) string {
		if len(p) > 1 && p[:2] == "::" {
			return p
		}
		return "?"
	})
}

// path describes what a function that runs a text which it is given runs it on, if that is a part of a parameter or of
// the receiver.
func (g *graph) path(fn types.Object, inner *ast.CallExpr) *lockflow.Path {
	f, ok := fn.(*types.Func)
	if !ok {
		return nil
	}
	e := g.handle(g.table, inner)
	if next := g.inner[origin(typeutil.Callee(g.info, inner))]; next != nil || e == nil {
		return nil // through another such function: not followed
	}
	var fields []*types.Var
	for {
		switch x := ast.Unparen(e).(type) {
		case *ast.SelectorExpr:
			v, ok := g.info.ObjectOf(x.Sel).(*types.Var)
			if !ok || !v.IsField() {
				return nil
			}
			fields = append(fields, v)
			e = x.X
			continue
		case *ast.Ident:
			v, _ := g.info.ObjectOf(x).(*types.Var)
			i := paramIndex(f, v)
			if i < 0 {
				return nil
			}
			slices.Reverse(fields)
			return &lockflow.Path{Param: i, Fields: fields}
		}
		return nil
	}
}

// paramIndex returns the index of a parameter as SSA counts, with the receiver first, or -1.
func paramIndex(fn *types.Func, v *types.Var) int {
	sig := fn.Signature()
	shift := 0
	if recv := sig.Recv(); recv != nil {
		if v == recv {
			return 0
		}
		shift = 1
	}
	for i := range sig.Params().Len() {
		if sig.Params().At(i) == v {
			return i + shift
		}
	}
	return -1
}

// Flow says what becomes of the locks of the package. It is empty for a package without any.
func (res *Result) Flow() *lockflow.Result {
	if res.flow == nil {
		return &lockflow.Result{}
	}
	return res.flow()
}
