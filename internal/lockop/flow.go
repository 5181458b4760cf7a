package lockop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A flow is what the inventory needs of how values move through a package: what is passed for parameters, what
// functions return, and where server sessions end.
type flow struct {
	passed  map[*types.Var][]ast.Expr    // the arguments for a parameter, at the calls in the package
	results map[types.Object][]ast.Expr  // what functions of the package return first
	ends    map[*types.Func][]sessionEnd // calls that end a server session, by the function that they stand in
	given   map[*types.Var]given         // parameters of function literals that a library calls back
	ranged  map[*types.Var]ast.Expr      // what a variable of a range statement is an element of
	changed map[*types.Var]bool          // variables that are also written by ++ and the like

	calledWith map[*types.Var][][]ast.Expr // the arguments that a parameter, which is a function, is called with
}

// given is what a library gives a callback.
type given struct {
	class session.Class
	by    string
}

func (f *finder) newFlow(in *inspector.Inspector, table *session.Table) *flow {
	fl := &flow{
		passed: map[*types.Var][]ast.Expr{}, results: map[types.Object][]ast.Expr{}, ends: map[*types.Func][]sessionEnd{},
		given: map[*types.Var]given{}, ranged: map[*types.Var]ast.Expr{}, changed: map[*types.Var]bool{},
		calledWith: map[*types.Var][][]ast.Expr{},
	}
	kinds := []ast.Node{(*ast.CallExpr)(nil), (*ast.ReturnStmt)(nil), (*ast.RangeStmt)(nil), (*ast.IncDecStmt)(nil),
		(*ast.AssignStmt)(nil)}
	in.WithStack(kinds, func(n ast.Node, push bool, stack []ast.Node) bool {
		if !push {
			return true
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			callee := typeutil.Callee(f.info, n)
			if v, ok := callee.(*types.Var); ok && !v.IsField() {
				fl.calledWith[v] = append(fl.calledWith[v], n.Args)
			}
			fn, ok := origin(callee).(*types.Func)
			if !ok {
				return true
			}
			if f.bodies[fn] {
				params := fn.Signature().Params()
				for i := range min(params.Len(), len(n.Args)) {
					fl.passed[params.At(i)] = append(fl.passed[params.At(i)], n.Args[i])
				}
			}
			if v, class := f.calledBack(table, n, fn); v != nil {
				fl.given[v] = given{class, fn.Name()}
			}
			if end, ok := f.endOf(table, n, fn); ok {
				end.name = enclosing(f.info, stack)
				end.failure = len(failures(f.info, stack)) > 0
				owner := outer(f.info, stack)
				fl.ends[owner] = append(fl.ends[owner], end)
			}
		case *ast.ReturnStmt:
			if owner := outer(f.info, stack); owner != nil && len(n.Results) > 0 && !inLiteral(stack) {
				fl.results[owner] = append(fl.results[owner], n.Results[0])
			}
		case *ast.RangeStmt:
			if v, ok := f.texts.Variable(n.Value); ok {
				fl.ranged[v] = n.X
			}
			if v, ok := f.texts.Variable(n.Key); ok {
				fl.changed[v] = true
			}
		case *ast.IncDecStmt:
			if v, ok := f.texts.Variable(n.X); ok {
				fl.changed[v] = true
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				second := i > 0 && len(n.Rhs) == 1 // of several results: not among the values that are known
				if v, ok := f.texts.Variable(lhs); ok && (second || n.Tok != token.ASSIGN && n.Tok != token.DEFINE) {
					fl.changed[v] = true
				}
			}
		}
		return true
	})
	fl.passOn(f)
	return fl
}

// passOn notes what the parameters of a function literal are, where the function that it is given to calls it:
//
//	func onConn(f func(*sql.Conn)) { f(conn) }
//	onConn(func(c *sql.Conn) { ... })
func (fl *flow) passOn(f *finder) {
	for param, calls := range fl.calledWith {
		for _, given := range fl.passed[param] {
			sig, ok := f.info.TypeOf(given).(*types.Signature)
			if !ok || !isLit(ast.Unparen(given)) {
				continue
			}
			for _, args := range calls {
				for i := range min(len(args), sig.Params().Len()) {
					p := sig.Params().At(i)
					fl.passed[p] = append(fl.passed[p], args[i])
				}
			}
		}
	}
}

// calledBack returns the parameter of a function literal that the call calls back with a session, and its class.
func (f *finder) calledBack(table *session.Table, call *ast.CallExpr, fn *types.Func) (*types.Var, session.Class) {
	e := table.Method(fn)
	if e.Callback < 0 || e.Callback >= len(call.Args) || e.Param < 0 {
		return nil, session.Unknown
	}
	sig, ok := f.info.TypeOf(call.Args[e.Callback]).(*types.Signature)
	if !isLit(ast.Unparen(call.Args[e.Callback])) || !ok || e.Param >= sig.Params().Len() {
		return nil, session.Unknown
	}
	return sig.Params().At(e.Param), e.Class
}

// outer returns the declared function around the top of the stack, or nil.
func outer(info *types.Info, stack []ast.Node) *types.Func {
	for _, n := range stack {
		if decl, ok := n.(*ast.FuncDecl); ok {
			fn, _ := info.Defs[decl.Name].(*types.Func)
			return fn
		}
	}
	return nil
}

func inLiteral(stack []ast.Node) bool {
	for _, n := range stack {
		if isLit(n) {
			return true
		}
	}
	return false
}
