package unlockpair_test

import (
	"go/ast"
	"go/types"
)

// root returns the variable that e stands for: that which it was first another name of, or made of. The connection in a
// field of a parameter is the field.
func root(fn *function, e ast.Expr) types.Object { return rootIn(fn, e, 6) }

func rootIn(fn *function, e ast.Expr, depth int) types.Object {
	if depth == 0 {
		return nil
	}
	info := fn.info()
	from := func(e ast.Expr) types.Object { return rootIn(fn, e, depth-1) }
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj := info.ObjectOf(e)
		if v := definition(fn, obj); v != nil {
			if root := from(v); root != nil {
				return root
			}
		}
		return obj
	case *ast.SelectorExpr:
		if v := variable(info, e); v != nil && sessionKind(v.Type()) == pinnedSession && isParam(fn, e.X) {
			return v
		}
		return from(e.X)
	case *ast.IndexExpr:
		return from(e.X)
	case *ast.UnaryExpr:
		return from(e.X)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			if k := sessionKind(info.TypeOf(elt)); k == pinnedSession || k == nativeSession {
				return from(elt)
			}
		}
	case *ast.CallExpr:
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && sessionKind(info.TypeOf(sel.X)) == pinnedSession {
			return from(sel.X)
		}
		for _, arg := range e.Args {
			if sessionKind(info.TypeOf(arg)) == pinnedSession {
				return from(arg)
			}
		}
	}
	return nil
}

func isParam(fn *function, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	obj := fn.info().ObjectOf(id)
	return obj != nil && obj.Pos() < fn.decl.Body.Pos()
}

// definition returns what a local variable was first given. It is nil for the second and further values of a call.
func definition(fn *function, obj types.Object) ast.Expr {
	if obj == nil || obj.Pos() < fn.decl.Body.Pos() || obj.Pos() > fn.decl.End() {
		return nil
	}
	var out ast.Expr
	given := false
	ast.Inspect(fn.decl, func(n ast.Node) bool {
		var lhs, rhs []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			lhs, rhs = n.Lhs, n.Rhs
		case *ast.ValueSpec:
			for _, name := range n.Names {
				lhs = append(lhs, name)
			}
			rhs = n.Values
		}
		for i, l := range lhs {
			if id, ok := l.(*ast.Ident); ok && !given && len(rhs) > 0 && fn.info().ObjectOf(id) == obj {
				given = true
				if i < len(rhs) {
					out = rhs[i]
				}
			}
		}
		return true
	})
	return out
}

// variable returns the variable or the field that e names.
func variable(info *types.Info, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return original(info.ObjectOf(e))
	case *ast.SelectorExpr:
		return original(info.Uses[e.Sel])
	}
	return nil
}

// original returns the declaration of what is possibly an instance.
func original(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.Var:
		return obj.Origin()
	}
	return obj
}

// The kinds of sessions, as far as mutations need to know.
const (
	noSession = iota
	poolSession
	pinnedSession
	nativeSession
	transactionSession
	unknownSession
)

func sessionKind(t types.Type) int {
	if t == nil {
		return noSession
	}
	switch t.String() {
	case "*database/sql.DB", "*github.com/jmoiron/sqlx.DB", "*github.com/jackc/pgx/v5/pgxpool.Pool":
		return poolSession
	case "*database/sql.Conn", "*github.com/jmoiron/sqlx.Conn", "*github.com/jackc/pgx/v5/pgxpool.Conn":
		return pinnedSession
	case "*github.com/jackc/pgx/v5.Conn":
		return nativeSession
	case "*database/sql.Tx", "*github.com/jmoiron/sqlx.Tx", "github.com/jackc/pgx/v5.Tx":
		return transactionSession
	case "*gorm.io/gorm.DB":
		return unknownSession
	}
	return noSession
}

func isContext(t types.Type) bool { return t != nil && t.String() == "context.Context" }
