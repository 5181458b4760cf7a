package unlockpair

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A kind is a type of handle that fixes are known for.
type kind uint8

const (
	other kind = iota
	sqlConn
	pgxConn
	sqlPool
	sqlxPool
	pgxPool
)

var kinds = map[[2]string]kind{
	{"database/sql", "Conn"}:                 sqlConn,
	{"github.com/jmoiron/sqlx", "Conn"}:      sqlConn,
	{"github.com/jackc/pgx", "Conn"}:         pgxConn,
	{"github.com/jackc/pgx/pgxpool", "Conn"}: pgxConn,
	{"database/sql", "DB"}:                   sqlPool,
	{"github.com/jmoiron/sqlx", "DB"}:        sqlxPool,
	{"github.com/jackc/pgx/pgxpool", "Pool"}: pgxPool,
}

func kindOf(t types.Type) kind {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return other
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return other
	}
	return kinds[[2]string{session.Unversioned(n.Obj().Pkg().Path()), n.Obj().Name()}]
}

func isConn(k kind) bool { return k == sqlConn || k == pgxConn }

// isPlain reports whether an expression is a variable, or a field of one.
func (x *fixer) isPlain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return x.variable(e) != nil
	case *ast.SelectorExpr:
		v, ok := x.pass.TypesInfo.Uses[e.Sel].(*types.Var)
		return ok && v.IsField() && x.isPlain(e.X)
	}
	return false
}

// same reports whether two expressions name one variable, or one field of it.
func (x *fixer) same(a, b ast.Expr) bool {
	switch a := ast.Unparen(a).(type) {
	case *ast.Ident:
		v := x.variable(a)
		return v != nil && v == x.variable(b)
	case *ast.SelectorExpr:
		b, ok := ast.Unparen(b).(*ast.SelectorExpr)
		return ok && x.pass.TypesInfo.Uses[a.Sel] == x.pass.TypesInfo.Uses[b.Sel] && x.same(a.X, b.X)
	}
	return false
}

// changes reports whether a function gives a variable, or a field of one, a value behind pos, or lets others do so.
func (x *fixer) changes(fn function, e ast.Expr, pos token.Pos) bool {
	found := false
	assigned := func(lhs ast.Expr) {
		if lhs == nil || lhs.Pos() < pos {
			return
		}
		for { // a part of a variable is one, too
			found = found || x.same(lhs, e)
			switch part := ast.Unparen(lhs).(type) {
			case *ast.SelectorExpr:
				lhs = part.X
			case *ast.IndexExpr:
				lhs = part.X
			case *ast.StarExpr:
				lhs = part.X
			default:
				return
			}
		}
	}
	ast.Inspect(fn.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				assigned(lhs)
			}
		case *ast.IncDecStmt:
			assigned(n.X)
		case *ast.RangeStmt:
			assigned(n.Key)
			assigned(n.Value)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && x.same(n.X, e)
		}
		return true
	})
	return found
}

// A usage says what a function does with the handle that it locks through.
type usage struct {
	made    bool            // it is a variable of the function, for a connection that it takes out of a pool
	back    bool            // a deferred call that has been made before the lock gives it back, in any case
	ends    bool            // it is given back, ended, or used in a way that is not known, once the lock is held
	escapes bool            // more than the function can get at it
	passed  []*ast.CallExpr // the calls that it is an argument of
	lent    bool            // a function literal uses it
}

// harmless are the methods of connections that neither end them nor lead to something that does.
var harmless = map[string]bool{
	"ExecContext": true, "QueryContext": true, "QueryRowContext": true, "PrepareContext": true, "PingContext": true,
	"BeginTx": true, "BeginTxx": true, "GetContext": true, "SelectContext": true, "QueryxContext": true,
	"QueryRowxContext": true, "PreparexContext": true, "Rebind": true,
	"Exec": true, "Query": true, "QueryRow": true, "Begin": true, "SendBatch": true, "CopyFrom": true, "Ping": true,
}

func (x *fixer) usage(h *hold) usage {
	var u usage
	for _, stmt := range h.before {
		d, ok := stmt.(*ast.DeferStmt)
		u.back = u.back || ok && x.givesBack(d, h.handle)
	}
	defined := 0
	ast.PreorderStack(h.body, nil, func(n ast.Node, stack []ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || !x.same(e, h.handle) {
			return true
		}
		for i, up := range stack {
			lit, ok := up.(*ast.FuncLit)
			if ok && !isDeferred(lit, stack[:i]) {
				u.lent = true
				if i > 1 {
					_, background := stack[i-2].(*ast.GoStmt)
					u.escapes = u.escapes || background
				}
			}
		}
		switch up := stack[len(stack)-1].(type) {
		case *ast.SelectorExpr:
			call, ok := stack[max(0, len(stack)-2)].(*ast.CallExpr)
			known := ok && call.Fun == up && harmless[up.Sel.Name]
			transaction := known && len(up.Sel.Name) >= 5 && up.Sel.Name[:5] == "Begin"
			switch {
			case e.Pos() >= h.from():
				u.ends = u.ends || !known
			case known && !transaction:
			case !h.stoppedBefore(e.Pos(), x) && !x.endsDeferred(stack, h.handle):
				u.ends = true
			}
		case *ast.CallExpr:
			u.passed = append(u.passed, up)
		case *ast.AssignStmt:
			u.made = up.Lhs[0] == e && x.pins(up.Rhs[0])
			if !slices.Contains(up.Lhs, e) {
				u.escapes = true
			} else if defined++; defined > 1 || e.Pos() >= h.from() {
				u.ends = true
			}
		case *ast.BinaryExpr: // conn != nil
		case *ast.ValueSpec:
			u.escapes = u.escapes || slices.Contains(up.Values, e)
		default:
			u.escapes = true
		}
		return false
	})
	return u
}

// pins reports whether an expression takes a connection out of a pool.
func (x *fixer) pins(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(x.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return false
	}
	k := kindOf(fn.Signature().Recv().Type())
	return pinners[k][0] != "" && (fn.Name() == pinners[k][0] || fn.Name() == "Conn")
}

// stoppedBefore reports whether pos is on a way out of the function that is taken before the lock is held: in the body
// of one of its checks.
func (h *hold) stoppedBefore(pos token.Pos, x *fixer) bool {
	stopped := false
	ast.Inspect(h.body, func(n ast.Node) bool {
		if check, ok := n.(*ast.IfStmt); ok && contains(check.Body, pos) && !contains(check.Body, h.op.Call.Pos()) && x.leaves(check.Body) {
			stopped = true
		}
		return true
	})
	return stopped
}

func contains(n ast.Node, pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }

// endsDeferred reports whether the top of the stack stands in a deferred call that gives the handle back.
func (x *fixer) endsDeferred(stack []ast.Node, handle ast.Expr) bool {
	return slices.ContainsFunc(stack, func(n ast.Node) bool {
		d, ok := n.(*ast.DeferStmt)
		return ok && x.givesBack(d, handle)
	})
}

// isDeferred reports whether a literal is what a defer statement calls.
func isDeferred(lit *ast.FuncLit, stack []ast.Node) bool {
	if len(stack) < 2 {
		return false
	}
	d, ok := stack[len(stack)-2].(*ast.DeferStmt)
	return ok && d.Call.Fun == lit
}

// givesBack reports whether a deferred call gives a connection back in any case: conn.Close itself, or a literal in
// which that is a statement.
func (x *fixer) givesBack(d *ast.DeferStmt, handle ast.Expr) bool {
	gives := func(e ast.Expr) bool {
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		return ok && x.same(sel.X, handle) && (sel.Sel.Name == "Close" || sel.Sel.Name == "Release")
	}
	lit, ok := d.Call.Fun.(*ast.FuncLit)
	if !ok {
		return gives(d.Call)
	}
	for _, stmt := range lit.Body.List {
		switch stmt := stmt.(type) {
		case *ast.ExprStmt:
			if gives(stmt.X) {
				return true
			}
		case *ast.AssignStmt:
			if len(stmt.Rhs) == 1 && gives(stmt.Rhs[0]) {
				return true
			}
		}
	}
	return false
}

// enders returns the functions of the package that give back locks or connections, by themselves or by others that they
// mention.
func (x *fixer) enders() map[types.Object]bool {
	ends := map[types.Object]bool{}
	mentions := map[types.Object][]types.Object{}
	for _, file := range x.pass.Files {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			obj := x.pass.TypesInfo.Defs[decl.Name]
			for i := range x.res.Ops {
				if op := &x.res.Ops[i]; decl.Pos() <= op.Call.Pos() && op.Call.End() <= decl.End() && hasRelease(op) {
					ends[obj] = true
				}
			}
			ast.Inspect(decl.Body, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				fn, ok := x.pass.TypesInfo.Uses[id].(*types.Func)
				if !ok {
					return true
				}
				if fn.Pkg() == x.pass.Pkg {
					mentions[obj] = append(mentions[obj], fn.Origin())
				} else if recv := fn.Signature().Recv(); recv != nil && isConn(kindOf(recv.Type())) && !harmless[fn.Name()] {
					ends[obj] = true
				}
				return true
			})
		}
	}
	for changed := true; changed; {
		changed = false
		for obj, list := range mentions {
			if !ends[obj] && slices.ContainsFunc(list, func(o types.Object) bool { return ends[o] }) {
				ends[obj], changed = true, true
			}
		}
	}
	return ends
}

// handsToEnder reports whether the handle is passed to a function of the package that may end what it is used for.
func (x *fixer) handsToEnder(u *usage) bool {
	if len(u.passed) == 0 {
		return false
	}
	ends := x.enders()
	return slices.ContainsFunc(u.passed, func(call *ast.CallExpr) bool {
		fn, ok := typeutil.Callee(x.pass.TypesInfo, call).(*types.Func)
		return ok && ends[fn.Origin()]
	})
}

// mentionsEnder reports whether a function mentions such a function at all.
func (x *fixer) mentionsEnder(fn function) bool {
	ends := x.enders()
	found := false
	ast.Inspect(fn.body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			fn, ok := x.pass.TypesInfo.Uses[id].(*types.Func)
			found = found || ok && ends[fn.Origin()]
		}
		return !found
	})
	return found
}

// hasRelease reports whether an operation can give session locks back.
func hasRelease(op *lockop.Op) bool {
	for _, sql := range op.SQL {
		for _, st := range sql.Parsed.Statements {
			for _, c := range st.Calls {
				if c.Func.Action != locksql.Acquire {
					return true
				}
			}
		}
	}
	return false
}
