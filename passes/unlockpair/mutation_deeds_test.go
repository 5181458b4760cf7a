package unlockpair_test

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// A deed is what a call of a function, or of a variable, does with a lock that lives longer than the call.
type deed struct {
	acquires bool
	handle   bool // and returns what releases it
	releases bool
}

// deed says what a call of fn does.
func (f *finder) deed(fn *function) (d deed) {
	acquires := false
	for _, s := range fn.sites {
		switch {
		case !s.acquires:
			d.releases = true
		case !f.balanced(s):
			d.acquires = true
			fallthrough
		default:
			acquires = true
		}
	}
	d.releases = d.releases && !acquires
	if d.acquires {
		for r := range fn.obj.Signature().Results().Variables() {
			d.handle = d.handle || f.isHandle(r.Type())
		}
	}
	return d
}

// isHandle reports whether a value of the type can release a lock: a function, or something with a method or a field for it.
func (f *finder) isHandle(t types.Type) bool {
	if sessionKind(t) == pinnedSession {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Interface:
		return t.String() == "io.Closer" || strings.HasSuffix(t.String(), "Releaser")
	case *types.Pointer:
		return f.isHandle(u.Elem())
	case *types.Struct:
		named, ok := types.Unalias(t).(*types.Named)
		if !ok {
			return false
		}
		for m := range named.Origin().Methods() {
			if f.deeds[m].releases {
				return true
			}
		}
		for v := range u.Fields() {
			if f.deeds[v.Origin()].releases || v.Exported() && sessionKind(v.Type()) == pinnedSession {
				return true
			}
		}
	}
	return false
}

// isHeld reports whether e is a variable with a handle that is an interface.
func (f *finder) isHeld(fn *function, e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && types.IsInterface(fn.info().TypeOf(e)) && slices.ContainsFunc(fn.sites, func(s *lockSite) bool {
		return s.handle != nil && s.handle == fn.info().Uses[id]
	})
}

// values sets the deeds of variables and fields that functions are assigned to.
func (f *finder) values(fn *function, set func(types.Object, deed)) {
	info := fn.info()
	assign := func(to types.Object, value ast.Expr) {
		switch v := ast.Unparen(value).(type) {
		case *ast.FuncLit:
			if slices.ContainsFunc(fn.sites, func(s *lockSite) bool { return !s.acquires && s.frame() == v }) {
				set(to, deed{releases: true})
			}
		case *ast.SelectorExpr:
			if m, ok := info.Uses[v.Sel].(*types.Func); ok && f.deeds[m.Origin()].releases {
				set(to, deed{releases: true})
			}
		}
	}
	ast.Inspect(fn.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				obj := variable(info, l)
				if len(n.Lhs) == len(n.Rhs) {
					assign(obj, n.Rhs[i])
				}
				if call, ok := n.Rhs[0].(*ast.CallExpr); ok && len(n.Rhs) == 1 && f.deeds[f.callee(fn, call)].handle {
					if _, ok := info.TypeOf(l).(*types.Signature); ok || strings.HasSuffix(info.TypeOf(l).String(), "CancelFunc") {
						set(obj, deed{releases: true})
					}
				}
			}
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				assign(original(info.Uses[id]), n.Value)
			}
		}
		return true
	})
}

// implementation returns the method that the method of an interface of u stands for, if just one type of u implements the
// interface. What several types do is open.
func (f *finder) implementation(u *unit, m *types.Func, iface types.Type) types.Object {
	scope := u.state.pkg.Scope()
	var found []types.Object
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || m.Pkg() != u.state.pkg || types.IsInterface(t.Type()) {
			continue
		}
		if p := types.NewPointer(t.Type()); types.Implements(p, iface.Underlying().(*types.Interface)) {
			obj, _, _ := types.LookupFieldOrMethod(p, false, u.state.pkg, m.Name())
			found = append(found, obj)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return m
}
