package lockop

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A manner is how a call comes to run.
type manner int

const (
	direct     manner = iota
	deferred          // by a defer statement
	returned          // in a function that is returned, or kept in what is returned
	callback          // in a function that another function is given
	background        // by a go statement
	dropped           // never: the function that it stands in is not called
)

// strength orders manners for a function that comes to run in several: what is returned is so even if it is also called
// on an error path.
func (m manner) strength() int {
	return [...]int{direct: 1, deferred: 2, background: 3, callback: 4, returned: 5, dropped: 0}[m]
}

// Ways say how a call comes to run: first in the function literal around it, then how that literal comes to run in the
// one around it, and so on to the declared function.
type ways []way

type way struct {
	in  *ast.FuncLit // nil for the declared function
	how manner
}

// from returns the manner as it is seen from another place in the same function. A literal around both does not count:
//
//	go func() { lock(); defer unlock() }()
func (w ways) from(pos token.Pos) manner {
	how := direct
	for _, way := range w {
		if way.how != direct {
			how = way.how
		}
		if way.in != nil && contains(way.in, pos) {
			break
		}
	}
	return how
}

// all returns the manner as it is seen from outside.
func (w ways) all() manner { return w.from(token.NoPos) }

func contains(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// A tracker follows functions that are values: literals, methods that are not called, and results of calls.
type tracker struct {
	info     *types.Info
	mentions map[*types.Var][][]ast.Node // where local variables that hold functions are read
	busy     map[*types.Var]bool
}

// mention notes that the identifier on top of the stack reads a local variable that holds a function.
func (t *tracker) mention(stack []ast.Node) {
	id := stack[len(stack)-1].(*ast.Ident)
	v, ok := t.info.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Parent() == nil || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return
	}
	if _, ok := v.Type().Underlying().(*types.Signature); ok {
		t.mentions[v] = append(t.mentions[v], append([]ast.Node(nil), stack...))
	}
}

// ways says how the call, or the function, on top of the stack comes to run.
func (t *tracker) ways(stack []ast.Node) ways {
	var out ways
	how := direct
	value := t.holdsFunc(stack[len(stack)-1]) // the node is a function that something else has to call
	for i := len(stack) - 1; i > 0; i-- {
		n := stack[i]
		if lit, ok := n.(*ast.FuncLit); ok {
			if i < len(stack)-1 {
				out = append(out, way{lit, how})
			}
			how, value = direct, true
		}
		switch up := stack[i-1].(type) {
		case *ast.DeferStmt:
			how, value = deferred, false
		case *ast.GoStmt:
			how, value = background, false
		case *ast.CallExpr:
			switch {
			case up.Fun == n:
				value = t.holdsFunc(up)
			case value && !t.info.Types[up.Fun].IsType():
				how, value = callback, t.holdsFunc(up)
			}
		case *ast.ReturnStmt, *ast.CompositeLit, *ast.KeyValueExpr, *ast.SendStmt:
			if value {
				how = returned
			}
		case *ast.AssignStmt:
			if value {
				how = t.assigned(up.Lhs, up.Rhs, n, stack[:i])
			}
			value = false
		case *ast.ValueSpec:
			if value {
				how = t.assigned(exprs(up.Names), up.Values, n, stack[:i])
			}
			value = false
		case *ast.ExprStmt, *ast.BinaryExpr:
			if value && how == direct {
				how = dropped
			}
			value = false
		}
	}
	return append(out, way{nil, how})
}

// holdsFunc reports whether the value of n, or one of its results, is a function.
func (t *tracker) holdsFunc(n ast.Node) bool {
	e, ok := n.(ast.Expr)
	return ok && funcResult(t.info.TypeOf(e)) >= 0
}

// funcResult returns the index of the first function among the values of a type, or -1.
func funcResult(typ types.Type) int {
	switch typ := typ.(type) {
	case nil:
		return -1
	case *types.Tuple:
		for i := range typ.Len() {
			if funcResult(typ.At(i).Type()) == 0 {
				return i
			}
		}
		return -1
	}
	if _, ok := typ.Underlying().(*types.Signature); ok {
		return 0
	}
	return -1
}

// assigned says how a function comes to run that is assigned to a variable: as the variable's mentions do.
func (t *tracker) assigned(lhs, rhs []ast.Expr, n ast.Node, stack []ast.Node) manner {
	var target ast.Expr
	for i, r := range rhs {
		switch {
		case r != n:
		case len(rhs) == len(lhs):
			target = lhs[i]
		default:
			if k := funcResult(t.info.TypeOf(r)); k >= 0 && k < len(lhs) {
				target = lhs[k]
			}
		}
	}
	if target == nil {
		return dropped // it stands on the left
	}
	id, ok := ast.Unparen(target).(*ast.Ident)
	if !ok {
		return returned // a field, an element
	}
	v, ok := t.info.ObjectOf(id).(*types.Var)
	switch {
	case !ok:
		return dropped // the blank identifier
	case v.Pkg() != nil && v.Parent() == v.Pkg().Scope(), t.isResult(v, stack):
		return returned
	case t.busy[v]:
		return direct
	}
	t.busy[v] = true
	defer delete(t.busy, v)
	how := dropped
	for _, mention := range t.mentions[v] {
		if m := t.ways(mention).from(n.Pos()); m.strength() > how.strength() {
			how = m
		}
	}
	return how
}

// isResult reports whether v is a named result of the innermost function on the stack.
func (t *tracker) isResult(v *types.Var, stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		var typ *ast.FuncType
		switch n := stack[i].(type) {
		case *ast.FuncDecl:
			typ = n.Type
		case *ast.FuncLit:
			typ = n.Type
		default:
			continue
		}
		if typ.Results == nil {
			return false
		}
		return typ.Results.Pos() <= v.Pos() && v.Pos() < typ.Results.End()
	}
	return false
}

func exprs(names []*ast.Ident) []ast.Expr {
	out := make([]ast.Expr, len(names))
	for i, id := range names {
		out[i] = id
	}
	return out
}

// failures returns the branches around the top of the stack that are taken only where an error occurred:
//
//	if err != nil { unlock(); return err }
func failures(info *types.Info, stack []ast.Node) []ast.Node {
	var out []ast.Node
	for i := len(stack) - 1; i > 0; i-- {
		up, ok := stack[i-1].(*ast.IfStmt)
		if !ok {
			continue
		}
		cond, ok := ast.Unparen(up.Cond).(*ast.BinaryExpr)
		if !ok || !info.Types[cond.Y].IsNil() || !types.Identical(info.TypeOf(cond.X), types.Universe.Lookup("error").Type()) {
			continue
		}
		if cond.Op == token.NEQ && stack[i] == up.Body || cond.Op == token.EQL && stack[i] == up.Else {
			out = append(out, stack[i])
		}
	}
	return out
}
