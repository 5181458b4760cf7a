package lockop

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/directive"
	"github.com/advlockcheck/advlockcheck/internal/session"
	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// A finder says which calls of a package run SQL, and which of their expressions hold the text.
type finder struct {
	pass  *analysis.Pass
	info  *types.Info
	texts *sqltext.Resolver
	calls []*ast.CallExpr

	ranges   []*ast.RangeStmt
	bodies   map[types.Object]bool          // functions of this package whose body is in sight
	wrappers map[types.Object][]param       // functions that run a text which their caller gives them
	inner    map[types.Object]*ast.CallExpr // the call in a wrapper that runs its text
	params   map[*types.Var]ownedParam      // the text parameters of all functions of the package
	prepared map[string]ast.Expr            // texts by the name that they were prepared under
	flow     *flow                          // made for the inventory

	directives *directive.Set
}

// A param is a parameter whose text, or whose texts one after another, a function runs.
type param struct {
	index    int
	elements bool // the parameter is a slice, or variadic
}

type ownedParam struct {
	fn    types.Object // a function, or the variable that a closure is kept in
	index int
}

func newFinder(pass *analysis.Pass, in *inspector.Inspector, texts *sqltext.Resolver) *finder {
	f := &finder{
		pass:     pass,
		info:     pass.TypesInfo,
		texts:    texts,
		bodies:   map[types.Object]bool{},
		wrappers: map[types.Object][]param{},
		inner:    map[types.Object]*ast.CallExpr{},
		params:   map[*types.Var]ownedParam{},
		prepared: map[string]ast.Expr{},
	}
	kinds := []ast.Node{(*ast.CallExpr)(nil), (*ast.FuncDecl)(nil), (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil),
		(*ast.RangeStmt)(nil)}
	in.Preorder(kinds, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			f.calls = append(f.calls, n)
		case *ast.RangeStmt:
			f.ranges = append(f.ranges, n)
		case *ast.FuncDecl:
			if fn := f.info.Defs[n.Name]; fn != nil && n.Body != nil {
				f.bodies[fn] = true
				f.own(fn, fn.(*types.Func).Signature())
			}
		case *ast.AssignStmt:
			f.closures(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if i < len(n.Values) {
					f.closures([]ast.Expr{id}, n.Values[i:i+1])
				}
			}
		}
	})
	f.findPrepared()
	f.findWrappers()
	return f
}

// own notes the parameters of a function that may take text.
func (f *finder) own(fn types.Object, sig *types.Signature) {
	for i := range sig.Params().Len() {
		f.params[sig.Params().At(i)] = ownedParam{fn, i}
	}
}

// closures notes function literals that are kept in a variable which nothing else is assigned to.
func (f *finder) closures(lhs, rhs []ast.Expr) {
	for i, e := range rhs {
		lit, ok := ast.Unparen(e).(*ast.FuncLit)
		if !ok || i >= len(lhs) {
			continue
		}
		id, ok := lhs[i].(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := f.info.ObjectOf(id).(*types.Var)
		if sig, isSig := f.info.TypeOf(lit).(*types.Signature); ok && isSig && len(f.texts.Values(v)) <= 1 {
			f.own(v, sig)
		}
	}
}

// findWrappers finds the functions that hand a parameter straight on to a call that runs it, and those that hand one
// on to these, until there are no more.
func (f *finder) findWrappers() {
	for changed := true; changed; {
		changed = false
		for _, call := range f.calls {
			for _, arg := range f.runs(call) {
				v, elements, ok := f.texts.Parameter(arg)
				if !ok {
					continue
				}
				owner, ok := f.params[v]
				p := param{owner.index, elements}
				if ok && !slices.Contains(f.wrappers[owner.fn], p) {
					f.wrappers[owner.fn] = append(f.wrappers[owner.fn], p)
					f.inner[owner.fn] = call
					changed = true
				}
			}
		}
	}
}

// wrapped reports whether the text is a parameter: then it is looked at where the function is called.
func (f *finder) wrapped(arg ast.Expr) bool {
	v, _, ok := f.texts.Parameter(arg)
	return ok && f.wrappers[f.params[v].fn] != nil
}

// runs returns the expressions whose text the call runs.
func (f *finder) runs(call *ast.CallExpr) []ast.Expr {
	callee := origin(typeutil.Callee(f.info, call))
	if params, ok := f.wrappers[callee]; ok {
		var args []ast.Expr
		for _, p := range params {
			args = append(args, f.arguments(call, p)...)
		}
		return args
	}
	fn, ok := callee.(*types.Func)
	if !ok || fn.Pkg() == nil {
		return nil
	}
	var args []ast.Expr
	roles := rolesOf(fn)
	for _, role := range roles {
		switch role {
		case runs:
			args = append(args, f.textArg(call, fn)...)
		case executes:
			if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
				args = append(args, f.carried(sel.X, 0)...)
			}
		}
	}
	switch {
	case roles != nil || silent[session.Unversioned(fn.Pkg().Path())]:
		return args
	case f.bodies[fn] && !(begins(fn.Name(), coreNames) && returnsRows(fn.Signature())):
		return nil // its body would have shown it
	case shaped(fn):
		return f.textArg(call, fn)
	}
	return nil
}

// textArg returns the argument of the call that is its text. A method expression, whose receiver stands among the
// arguments, is not considered.
func (f *finder) textArg(call *ast.CallExpr, fn *types.Func) []ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if s := f.info.Selections[sel]; s != nil && s.Kind() != types.MethodVal {
			return nil
		}
	}
	i := textParam(fn.Signature())
	if i < 0 || i >= len(call.Args) {
		return nil
	}
	return call.Args[i : i+1]
}

// arguments returns the arguments of the call that the parameter of a wrapper stands for.
func (f *finder) arguments(call *ast.CallExpr, p param) []ast.Expr {
	switch {
	case p.index >= len(call.Args):
		return nil
	case !p.elements:
		return call.Args[p.index : p.index+1]
	case f.variadic(call) && !call.Ellipsis.IsValid():
		return call.Args[p.index:]
	}
	return f.texts.Elements(call.Args[p.index])
}

func (f *finder) variadic(call *ast.CallExpr) bool {
	sig, ok := f.info.TypeOf(call.Fun).(*types.Signature)
	return ok && sig.Variadic()
}

// carried returns the expressions whose text a statement or query carries:
//
//	stmt, err := db.Prepare(text)
//	db.Raw(text).WithContext(ctx)
func (f *finder) carried(e ast.Expr, depth int) []ast.Expr {
	if depth > 8 {
		return nil
	}
	switch e := f.texts.Root(e).(type) {
	case *ast.CallExpr:
		fn, ok := typeutil.Callee(f.info, e).(*types.Func)
		if !ok {
			return nil
		}
		if slices.Contains(rolesOf(fn), carries) {
			return f.textArg(e, fn)
		}
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if ok && types.Identical(f.info.TypeOf(e), f.info.TypeOf(sel.X)) {
			return f.carried(sel.X, depth+1)
		}
	case *ast.Ident, *ast.SelectorExpr:
		v, ok := f.texts.Variable(e.(ast.Expr))
		if !ok {
			return nil
		}
		var args []ast.Expr
		for _, value := range f.texts.Values(v) {
			args = append(args, f.carried(value, depth+1)...)
		}
		return args
	}
	return nil
}
