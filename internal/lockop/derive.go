package lockop

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// maxDerive bounds how far a key is followed back.
const maxDerive = 6

// derive says in a few words where a value comes from.
func (f *finder) derive(e ast.Expr, depth int) string {
	e = ast.Unparen(e)
	if f.info.Types[e].Value != nil {
		return "constant"
	}
	if depth > maxDerive {
		return "expression"
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return f.deriveVar(e.(ast.Expr), depth)
	case *ast.CallExpr:
		return f.deriveCall(e, depth)
	case *ast.UnaryExpr:
		return f.derive(e.X, depth+1)
	case *ast.IndexExpr:
		return "element of " + types.ExprString(e.X)
	case *ast.SliceExpr:
		return "part of " + f.derive(e.X, depth+1)
	case *ast.BinaryExpr:
		for _, side := range []ast.Expr{e.X, e.Y} {
			if how := f.derive(side, depth+1); how != "constant" && how != "expression" {
				return how
			}
		}
	}
	return "expression"
}

func (f *finder) deriveVar(e ast.Expr, depth int) string {
	v, ok := f.texts.Variable(e)
	if !ok {
		return "expression"
	}
	if over := f.flow.ranged[v]; over != nil {
		return "element of " + types.ExprString(over)
	}
	if values := f.texts.Values(v); len(values) == 1 && !f.flow.changed[v] {
		how := f.derive(values[0], depth+1)
		if v.IsField() {
			return "field, " + how
		}
		return how
	}
	switch {
	case v.IsField():
		return "field"
	case f.params[v].fn != nil:
		return "parameter"
	}
	return "variable"
}

// deriveCall says where the result of a call comes from: a conversion's operand, a hash by its package, a function of
// this package by what it returns.
func (f *finder) deriveCall(call *ast.CallExpr, depth int) string {
	if tv := f.info.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		return f.derive(call.Args[0], depth+1)
	}
	fn, ok := origin(typeutil.Callee(f.info, call)).(*types.Func)
	if !ok {
		return "call of " + types.ExprString(call.Fun)
	}
	if sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr); isSel && (fn.Name() == "Sum64" || fn.Name() == "Sum32" || fn.Name() == "Sum") {
		if how := f.derive(sel.X, depth+1); strings.HasPrefix(how, "hash ") {
			return how
		}
	}
	path := ""
	if fn.Pkg() != nil {
		path = fn.Pkg().Path()
	}
	switch {
	case strings.HasPrefix(path, "hash/"), strings.HasPrefix(path, "crypto/"), strings.Contains(path, "hash"):
		return "hash " + strings.TrimPrefix(path, "hash/") + "." + fn.Name()
	case path == "strconv" && len(call.Args) > 0, path == "fmt" && fn.Name() == "Sprint" && len(call.Args) == 1:
		return f.derive(call.Args[0], depth+1)
	case path == "encoding/binary" && len(call.Args) == 1:
		return f.derive(call.Args[0], depth+1)
	case f.bodies[fn]:
		for _, r := range f.flow.results[fn] {
			if how := f.derive(r, depth+1); how != "constant" { // what is returned with an error
				return "result of " + fn.Name() + ", " + how
			}
		}
		return "result of " + fn.Name()
	}
	return "result of " + fn.FullName()
}
