package lockop

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// A function is a declared function or method of the package, with the calls that matter in it. Function literals
// belong to the function that they stand in.
type function struct {
	obj     *types.Func // nil for what package variables are initialized with
	recv    *types.TypeName
	uses    []use
	returns []*types.TypeName // the named types of the package among its results
	closure bool              // it returns a function
}

// A use is an operation, or a call of another function, with the way in which it comes to run.
type use struct {
	call   *ast.CallExpr
	op     *Op           // the operation, or nil
	callee []*types.Func // whom the call can reach: one function, or the implementations of an interface method in sight
	how    manner
	name   string // the enclosing function, with .func for literals
}

// manner is how a call comes to run in its function.
type manner int

const (
	direct     manner = iota
	deferred          // by a defer statement
	returned          // in a function literal that is returned, or kept in what is returned
	callback          // in a function literal that another function is given
	background        // by a go statement
)

// functions collects the functions of the package.
func (f *finder) functions(in *inspector.Inspector, ops []Op) []*function {
	byCall := map[*ast.CallExpr]*Op{}
	for i := range ops {
		byCall[ops[i].Call] = &ops[i]
	}
	known := map[*ast.FuncDecl]*function{}
	var all []*function
	rest := &function{}
	in.WithStack([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node, push bool, stack []ast.Node) bool {
		if !push {
			return true
		}
		call := n.(*ast.CallExpr)
		fn := rest
		for _, up := range stack {
			if decl, ok := up.(*ast.FuncDecl); ok {
				if known[decl] == nil {
					known[decl] = f.declared(decl)
					all = append(all, known[decl])
				}
				fn = known[decl]
				break
			}
		}
		u := use{call: call, op: byCall[call], callee: f.reached(call), how: mannerOf(f.info, stack), name: enclosing(f.info, stack)}
		if u.op != nil || len(u.callee) > 0 {
			fn.uses = append(fn.uses, u)
		}
		return true
	})
	if len(rest.uses) > 0 {
		all = append(all, rest)
	}
	return all
}

func (f *finder) declared(decl *ast.FuncDecl) *function {
	fn := &function{}
	fn.obj, _ = f.info.Defs[decl.Name].(*types.Func)
	if fn.obj == nil {
		return fn
	}
	sig := fn.obj.Signature()
	if r := sig.Recv(); r != nil {
		fn.recv = typeNameOf(r.Type())
	}
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if _, ok := t.Underlying().(*types.Signature); ok {
			fn.closure = true
		}
		if name := typeNameOf(t); name != nil && name.Pkg() != nil {
			fn.returns = append(fn.returns, name)
		}
	}
	return fn
}

// typeNameOf returns the declaration of a named type, or of what a pointer to one points to, or nil.
func typeNameOf(t types.Type) *types.TypeName {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

// reached returns the functions that a call can reach. For a method of an interface these are the methods of the types
// of this package that implement it.
func (f *finder) reached(call *ast.CallExpr) []*types.Func {
	fn, ok := origin(typeutil.Callee(f.info, call)).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return nil
	}
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return []*types.Func{fn}
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	out := []*types.Func{fn}
	scope := f.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		if named, ok := tn.Type().(*types.Named); !ok || named.TypeParams().Len() > 0 {
			continue
		}
		ptr := types.NewPointer(tn.Type())
		if !types.Implements(ptr, iface) {
			continue
		}
		if obj, _, _ := types.LookupFieldOrMethod(ptr, true, fn.Pkg(), fn.Name()); obj != nil {
			if m, ok := obj.(*types.Func); ok {
				out = append(out, m)
			}
		}
	}
	return out
}

// mannerOf says how the call on top of the stack comes to run.
func mannerOf(info *types.Info, stack []ast.Node) manner {
	how := direct
	for i := len(stack) - 1; i > 0; i-- {
		n, up := stack[i], stack[i-1]
		switch up := up.(type) {
		case *ast.DeferStmt:
			return deferred
		case *ast.GoStmt:
			return background
		case *ast.ReturnStmt:
			if how == callback || isLit(n) {
				how = returned
			}
		case *ast.CompositeLit, *ast.KeyValueExpr:
			if isLit(n) {
				how = returned // kept in a value that goes elsewhere
			}
		case *ast.AssignStmt, *ast.ValueSpec:
			if isLit(n) {
				how = assigned(info, up, n.(ast.Expr), stack[:i-1])
			}
		case *ast.CallExpr:
			if isLit(n) && ast.Unparen(up.Fun) != n {
				how = callback
			}
		case *ast.FuncDecl:
			return how
		}
	}
	return how
}

func isLit(n ast.Node) bool {
	_, ok := n.(*ast.FuncLit)
	return ok
}

// assigned says how a function literal runs that is kept in a variable: returned, if the variable is returned or a
// field, deferred, if it is called by defer.
func assigned(info *types.Info, at ast.Node, lit ast.Expr, stack []ast.Node) manner {
	var target ast.Expr
	switch at := at.(type) {
	case *ast.AssignStmt:
		for i, r := range at.Rhs {
			if ast.Unparen(r) == lit && i < len(at.Lhs) {
				target = at.Lhs[i]
			}
		}
	case *ast.ValueSpec:
		for i, r := range at.Values {
			if ast.Unparen(r) == lit && i < len(at.Names) {
				target = at.Names[i]
			}
		}
	}
	id, ok := target.(*ast.Ident)
	if !ok {
		return returned
	}
	obj := info.ObjectOf(id)
	how := direct
	for i := len(stack) - 1; i >= 0; i-- {
		decl, ok := stack[i].(*ast.FuncDecl)
		if !ok {
			continue
		}
		if results := decl.Type.Results; results != nil {
			for _, field := range results.List {
				for _, name := range field.Names {
					if info.Defs[name] == obj {
						return returned
					}
				}
			}
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.DeferStmt:
				if usesObject(info, n.Call.Fun, obj) {
					how = deferred
				}
			case *ast.ReturnStmt:
				for _, r := range n.Results {
					if usesObject(info, r, obj) && how != deferred {
						how = returned
					}
				}
			}
			return true
		})
	}
	return how
}

func usesObject(info *types.Info, e ast.Expr, obj types.Object) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] == obj {
			found = true
		}
		return !found && !isLit(n)
	})
	return found
}

// enclosing names the function around the top of the stack as the reader knows it: Run, (*Store).Lock, Run.func1.
func enclosing(info *types.Info, stack []ast.Node) string {
	name, literals := "", 0
	for _, n := range stack {
		switch n := n.(type) {
		case *ast.FuncDecl:
			name = n.Name.Name
			if fn, ok := info.Defs[n.Name].(*types.Func); ok {
				name = shortName(fn)
			}
		case *ast.FuncLit:
			literals++
		}
	}
	if name == "" {
		name = "init"
	}
	return name + strings.Repeat(".func", literals)
}

// shortName returns the name of a function without its package: Run, (*Store).Lock.
func shortName(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	tn := typeNameOf(recv.Type())
	if tn == nil {
		return fn.Name()
	}
	if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		return "(*" + tn.Name() + ")." + fn.Name()
	}
	return tn.Name() + "." + fn.Name()
}

// place renders a position for the inventory.
func (f *finder) place(pos token.Pos) string { return f.pass.Fset.Position(pos).String() }
