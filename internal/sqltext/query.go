package sqltext

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// Root returns the expression that e hands on unchanged: e without parentheses, conversions, trimming and the like.
func (r *Resolver) Root(e ast.Expr) ast.Expr {
	for {
		e = ast.Unparen(e)
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return e
		}
		inner := r.handedOn(call)
		if inner == nil && calleeName(r.info, call) == "strings.TrimSpace" {
			inner = call.Args[0]
		}
		if inner == nil {
			return e
		}
		e = inner
	}
}

// Variable returns the variable or field that e names.
func (r *Resolver) Variable(e ast.Expr) (*types.Var, bool) {
	var id *ast.Ident
	if e != nil {
		id = name(e)
	}
	if id == nil {
		return nil, false
	}
	v, ok := r.info.ObjectOf(id).(*types.Var)
	return v, ok
}

// Values returns the expressions that the package assigns to v, but for those of which only a second or later result
// goes to v.
func (r *Resolver) Values(v *types.Var) []ast.Expr {
	var values []ast.Expr
	for _, w := range r.index().writes[v] {
		if w.kind == set && w.value != nil && w.result == 0 && !w.ranged {
			values = append(values, w.value)
		}
	}
	return values
}

// Elements returns the elements of the slice or array that e holds, if they are written out.
func (r *Resolver) Elements(e ast.Expr) []ast.Expr {
	r.steps = maxSteps
	elems := slices.Clone(r.elements(e, 0))
	for i, elem := range elems {
		if kv, ok := elem.(*ast.KeyValueExpr); ok {
			elems[i] = kv.Value
		}
	}
	return elems
}

// Parameter returns the parameter that e hands on unchanged, or whose elements it hands on one after another in a
// range loop.
func (r *Resolver) Parameter(e ast.Expr) (v *types.Var, elements, ok bool) {
	v, ok = r.Variable(r.Root(e))
	if !ok || v.IsField() {
		return nil, false, false
	}
	idx := r.index()
	if w := idx.writes[v]; len(w) == 1 && w[0].ranged {
		elements = true
		if v, ok = r.Variable(w[0].value); !ok {
			return nil, false, false
		}
	}
	body := idx.owner[v]
	if body == nil || v.Pos() >= body.Pos() || len(idx.writes[v]) > 0 || idx.aliased[v] {
		return nil, false, false
	}
	return v, elements, true
}

// Sole reports whether the package reads obj in one place only, and no other package can.
func (r *Resolver) Sole(obj types.Object) bool {
	if r.index().reads[obj] != 1 {
		return false
	}
	v, isVar := obj.(*types.Var)
	visible := obj.Exported() && (obj.Parent() == r.pkg.Scope() || isVar && v.IsField())
	return !visible || r.pkg.Name() == "main" || strings.HasSuffix(r.pkg.Name(), "_test")
}
