package lockop

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// findPrepared notes the texts that are prepared under a constant name, one by one or in a range over a map that is
// written out. A name with two texts is forgotten.
func (f *finder) findPrepared() {
	for _, call := range f.calls {
		fn, ok := typeutil.Callee(f.info, call).(*types.Func)
		if !ok || !slices.Contains(rolesOf(fn), names) && !preparesNamed(fn) {
			continue
		}
		first := textParam(fn.Signature())
		if first < 0 || first+1 >= len(call.Args) {
			continue
		}
		name, text := call.Args[first], call.Args[first+1]
		entries := f.ranged(name, text)
		if entries == nil {
			entries = [][2]ast.Expr{{name, text}}
		}
		for _, e := range entries {
			known := f.texts.Texts(e[0])
			if len(known) != 1 {
				continue
			}
			key := known[0].String()
			if _, twice := f.prepared[key]; twice {
				e[1] = nil
			}
			f.prepared[key] = e[1]
		}
	}
}

// preparesNamed reports whether a method of an in-house type or interface has the shape of pgx's Prepare: it takes a
// name and a text.
func preparesNamed(fn *types.Func) bool {
	params := fn.Signature().Params()
	i := textParam(fn.Signature())
	return fn.Name() == "Prepare" && fn.Signature().Recv() != nil && i >= 0 && params.Len() == i+2 &&
		types.Identical(params.At(i).Type(), params.At(i+1).Type())
}

// ranged returns the entries of the map whose key and value a range statement gives to name and text.
func (f *finder) ranged(name, text ast.Expr) [][2]ast.Expr {
	for _, r := range f.ranges {
		if r.Key == nil || r.Value == nil || !f.same(r.Key, name) || !f.same(r.Value, text) {
			continue
		}
		var entries [][2]ast.Expr
		for _, e := range f.mapLiteral(r.X) {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				entries = append(entries, [2]ast.Expr{kv.Key, kv.Value})
			}
		}
		return entries
	}
	return nil
}

// same reports whether two expressions name the same variable.
func (f *finder) same(a, b ast.Expr) bool {
	va, ok := f.texts.Variable(a)
	vb, ok2 := f.texts.Variable(b)
	return ok && ok2 && va == vb
}

// mapLiteral returns the entries of a map that is written out.
func (f *finder) mapLiteral(e ast.Expr) []ast.Expr {
	if v, ok := f.texts.Variable(e); ok {
		if values := f.texts.Values(v); len(values) == 1 {
			e = values[0]
		}
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return nil
	}
	if _, ok := f.info.TypeOf(lit).Underlying().(*types.Map); !ok {
		return nil
	}
	return lit.Elts
}
