package lockop

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/directive"
)

// A function is a declared function or method of the package, with the calls that matter in it. Function literals
// belong to the function that they stand in.
type function struct {
	obj     *types.Func // nil for what package variables are initialized with
	recv    *types.TypeName
	uses    []use
	returns []*types.TypeName // the named types of what it returns
}

// A use is an operation, a call of another function, the mention of one that is called elsewhere, or what directives say of
// the function itself.
type use struct {
	at       ast.Node            // the call or the mention
	call     *ast.CallExpr       // nil for a mention
	op       *Op                 // the operation, or nil
	callee   []*types.Func       // whom the call can reach: one function, or the implementations of an interface method in sight
	ways     ways                // how it comes to run
	declared *directive.Contract // what directives say, or nil
	failures []ast.Node          // the branches around it that are taken after an error only
	name     string              // the enclosing function, with .func for literals
}

// A collector collects the functions of a package.
type collector struct {
	*finder
	tracker
	byCall  map[*ast.CallExpr]*Op
	reaches map[*types.Func][]*types.Func
	known   map[*ast.FuncDecl]*function
	marked  map[*types.Func]bool // what directives say something of
	all     []*function
	rest    function // what package variables are initialized with
}

// functions collects the functions of the package.
func (f *finder) functions(in *inspector.Inspector, ops []Op) []*function {
	c := &collector{
		finder:  f,
		tracker: tracker{f.info, map[*types.Var][][]ast.Node{}, map[*types.Var]bool{}},
		byCall:  map[*ast.CallExpr]*Op{},
		reaches: map[*types.Func][]*types.Func{},
		known:   map[*ast.FuncDecl]*function{},
		marked:  map[*types.Func]bool{},
	}
	declared := declarations(f.pass, f.directives)
	for _, d := range declared {
		c.marked[d.fn] = true
	}
	for i := range ops {
		c.byCall[ops[i].Call] = &ops[i]
	}
	visit := func(kind ast.Node, f func(stack []ast.Node)) {
		in.WithStack([]ast.Node{kind}, func(n ast.Node, push bool, stack []ast.Node) bool {
			if push {
				f(stack)
			}
			return true
		})
	}
	visit((*ast.Ident)(nil), c.mention)
	visit((*ast.CallExpr)(nil), c.calls)
	visit((*ast.Ident)(nil), c.values)
	c.declare(declared)
	if len(c.rest.uses) > 0 {
		c.all = append(c.all, &c.rest)
	}
	return c.all
}

// calls notes the call on top of the stack.
func (c *collector) calls(stack []ast.Node) {
	call := stack[len(stack)-1].(*ast.CallExpr)
	u := use{at: call, call: call, op: c.byCall[call]}
	if fn, ok := origin(typeutil.Callee(c.finder.info, call)).(*types.Func); ok {
		u.callee = c.reached(fn)
	}
	c.add(u, stack)
}

// values notes that the identifier on top of the stack hands on a function that takes or gives back locks, or could.
func (c *collector) values(stack []ast.Node) {
	top := len(stack) - 1
	fn, ok := origin(c.finder.info.Uses[stack[top].(*ast.Ident)]).(*types.Func)
	if !ok || !c.bodies[fn] && !c.marked[fn] {
		if _, ok := wrapperOf(c.pass, fn); !ok {
			return
		}
	}
	if sel, ok := stack[top-1].(*ast.SelectorExpr); ok && sel.Sel == stack[top] {
		top--
	}
	switch up := stack[top-1].(type) {
	case *ast.CallExpr:
		if up.Fun == stack[top] {
			return
		}
	case *ast.IndexExpr, *ast.IndexListExpr, *ast.SelectorExpr, *ast.ParenExpr:
		return
	}
	c.add(use{at: stack[top], callee: c.reached(fn)}, stack[:top+1])
}

// add adds a use to the function that it stands in.
func (c *collector) add(u use, stack []ast.Node) {
	if u.op == nil && len(u.callee) == 0 {
		return
	}
	fn := &c.rest
	for _, up := range stack {
		if decl, ok := up.(*ast.FuncDecl); ok {
			fn = c.function(decl)
			break
		}
	}
	u.ways = c.ways(stack)
	u.failures = failures(c.finder.info, stack)
	u.name = enclosing(c.finder.info, stack)
	fn.uses = append(fn.uses, u)
}

// function returns the function of a declaration.
func (c *collector) function(decl *ast.FuncDecl) *function {
	if fn := c.known[decl]; fn != nil {
		return fn
	}
	obj, _ := c.finder.info.Defs[decl.Name].(*types.Func)
	fn := newFunction(obj)
	c.known[decl] = fn
	c.all = append(c.all, fn)
	if obj == nil {
		return fn
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			for _, r := range ret.Results {
				if t := c.finder.info.TypeOf(r); t != nil { // an interface may hide it
					fn.mayReturn(t)
				}
			}
		}
		return !isLit(n)
	})
	return fn
}

func newFunction(obj *types.Func) *function {
	fn := &function{obj: obj}
	if obj == nil {
		return fn
	}
	sig := obj.Signature()
	if r := sig.Recv(); r != nil {
		fn.recv = typeNameOf(r.Type())
	}
	for i := range sig.Results().Len() {
		fn.mayReturn(sig.Results().At(i).Type())
	}
	return fn
}

// mayReturn notes that the function returns values of a type.
func (fn *function) mayReturn(t types.Type) {
	name := typeNameOf(t)
	if name != nil && name.Pkg() != nil && !types.IsInterface(name.Type()) && !slices.Contains(fn.returns, name) {
		fn.returns = append(fn.returns, name)
	}
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

// reached returns the functions that a call of fn can reach. For a method of an interface these are also the methods of
// the types of this package that implement it.
func (c *collector) reached(fn *types.Func) []*types.Func {
	if fn.Pkg() == nil {
		return nil
	}
	if known, ok := c.reaches[fn]; ok {
		return known
	}
	c.reaches[fn] = c.implementations(fn)
	return c.reaches[fn]
}

func (f *finder) implementations(fn *types.Func) []*types.Func {
	out := []*types.Func{fn}
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return out
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok {
		return out
	}
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

func isLit(n ast.Node) bool {
	_, ok := n.(*ast.FuncLit)
	return ok
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
