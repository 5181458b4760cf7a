package unlockpair

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/lockflow"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// pinners names the method of each pool that takes a connection out, and that of the connection which gives it back.
var pinners = map[kind][2]string{
	sqlPool:  {"Conn", "Close"},
	sqlxPool: {"Connx", "Close"},
	pgxPool:  {"Acquire", "Release"},
}

// pin takes one connection for the lock and its unlocks in a function, which use a pool. It does so only if the unlock
// then runs on all paths, and under a context that is not done: otherwise the next finding would stand there.
func (x *fixer) pin(f lockflow.Finding) string {
	h, unlocks := x.onPool(f)
	if h == nil || len(unlocks) == 0 || h.ctx == nil || !x.repeatable(h.ctx, 0) && !x.isLasting(h.ctx) && !x.isRequest(h.ctx) {
		return ""
	}
	conn := x.free(h.node, "conn", "lockConn", "pinned")
	err := x.errorName(h)
	failure, ok := x.failure(h.typ, err)
	if conn == "" || err == "" || !ok || !x.hasMethods(h, unlocks) {
		return ""
	}
	method := pinners[h.kind]
	x.insertBefore(h.stmt(), []string{
		conn + ", " + err + " := " + x.source(h.handle) + "." + method[0] + "(" + x.source(h.ctx) + ")",
		"if " + err + " != nil {",
		"\treturn " + failure,
		"}",
		"defer " + conn + "." + method[1] + "()",
	})
	x.replace(h.handle.Pos(), h.handle.End(), conn)
	if !x.unlockOn(h, unlocks, conn) {
		return ""
	}
	return "Pin a connection for lock and unlock"
}

// isRequest reports whether a context is that of a request: r.Context().
func (x *fixer) isRequest(ctx ast.Expr) bool {
	call, ok := ctx.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(x.pass.TypesInfo, call).(*types.Func)
	return ok && fn.FullName() == "(*net/http.Request).Context" && x.isPlain(call.Fun.(*ast.SelectorExpr).X)
}

// onPool returns the lock on a pool that a finding is about, and its unlocks; nothing if the function has other locks.
func (x *fixer) onPool(f lockflow.Finding) (*hold, []*statement) {
	var lock *statement
	var unlocks []*statement
	for _, decl := range x.file.Decls {
		if !contains(decl, f.Pos) {
			continue
		}
		for i := range x.res.Ops {
			op := &x.res.Ops[i]
			if !contains(decl, op.Call.Pos()) {
				continue
			}
			s, ok := x.statement(op)
			switch {
			case !ok || s.lock.Func.Scope != locksql.Session:
				return nil, nil
			case s.lock.Func.Action != locksql.Acquire:
				unlocks = append(unlocks, &s)
			case lock != nil:
				return nil, nil
			default:
				lock = &s
			}
		}
	}
	if lock == nil || pinners[lock.kind][0] == "" {
		return nil, nil
	}
	h, ok := x.hold(lock.op)
	if !ok {
		return nil, nil
	}
	for _, s := range unlocks {
		if !contains(h.body, s.op.Call.Pos()) || !x.matches(h, s) {
			return nil, nil
		}
	}
	return h, unlocks
}

// unlockOn has the unlocks run on the connection: as they are, if they run in any case, and else deferred.
func (x *fixer) unlockOn(h *hold, unlocks []*statement, conn string) bool {
	if len(unlocks) == 1 {
		s := unlocks[0]
		d := x.deferOf(h, s)
		lasts := h.kind != pgxPool || x.lastsAt(h.function, s.ctx)
		switch {
		case d != nil && len(h.inner()) > 0 && h.inner()[0] != d:
			return false
		case d != nil && d.Call == s.op.Call && !lasts:
			return x.closeOver(h.spot, d, s, conn)
		case (d != nil || x.straight(h, s)) && lasts:
			x.replace(s.handle.Pos(), s.handle.End(), conn)
			return true
		case d != nil:
			return false
		}
	}
	for _, s := range unlocks {
		if !x.drop(h, s) {
			return false
		}
	}
	return x.insertDefer(h, conn) != ""
}

// straight reports whether an unlock is one of the statements behind the lock, with no way out of the function before.
func (x *fixer) straight(h *hold, s *statement) bool {
	at, ok := x.spot(s.op.Call)
	if !ok || at.node != h.node {
		return false
	}
	for _, stmt := range h.inner() {
		if stmt == at.stmt() {
			_, last := stmt.(*ast.ReturnStmt)
			return !last || h.kind != pgxPool
		}
		ends := false
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt, *ast.BranchStmt:
				ends = true
			}
			return true
		})
		if ends {
			return false
		}
	}
	return false
}

// lastsAt reports whether a context is known not to end with that of the caller.
func (x *fixer) lastsAt(fn function, ctx ast.Expr) bool {
	if ctx == nil {
		return false
	}
	v := x.variable(ctx)
	if v == nil {
		return x.isLasting(ctx)
	}
	made := 0
	lasting := 0
	ast.Inspect(fn.body, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Rhs) != 1 || x.variable(assign.Lhs[0]) != v {
			return true
		}
		made++
		e := assign.Rhs[0]
		if call, ok := e.(*ast.CallExpr); ok && len(call.Args) > 0 {
			fn, ok := typeutil.Callee(x.pass.TypesInfo, call).(*types.Func)
			if ok && strings.HasPrefix(fn.FullName(), "context.With") && fn.Name() != "WithoutCancel" {
				e = call.Args[0]
			}
		}
		if x.isLasting(e) {
			lasting++
		}
		return true
	})
	return v.Kind() == types.LocalVar && made == 1 && lasting == 1
}

// hasMethods reports whether a connection out of the pool has the methods that are called on the pool.
func (x *fixer) hasMethods(h *hold, unlocks []*statement) bool {
	method := func(t types.Type, name string) *types.Func {
		obj, _, _ := types.LookupFieldOrMethod(t, true, x.pass.Pkg, name)
		fn, _ := obj.(*types.Func)
		return fn
	}
	pinner := method(x.pass.TypesInfo.TypeOf(h.handle), pinners[h.kind][0])
	if pinner == nil || pinner.Signature().Results().Len() != 2 {
		return false
	}
	conn := pinner.Signature().Results().At(0).Type()
	for _, s := range append(unlocks[:len(unlocks):len(unlocks)], &h.statement) {
		if method(conn, s.method.Sel.Name) == nil {
			return false
		}
	}
	return true
}

// free returns the first of the names that nothing in the function has.
func (x *fixer) free(fn ast.Node, names ...string) string {
	taken := map[string]bool{}
	for _, decl := range x.file.Decls {
		if !contains(decl, fn.Pos()) {
			continue
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				ast.Inspect(n.X, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						taken[id.Name] = true
					}
					return true
				})
				return false
			case *ast.Ident:
				taken[n.Name] = true
			}
			return true
		})
	}
	for _, name := range names {
		if !taken[name] {
			return name
		}
	}
	return ""
}

// errorName returns the name for the error of the connection: err, if that does not take anything away from another
// variable of that name.
func (x *fixer) errorName(h *hold) string {
	scope := x.pass.TypesInfo.Scopes[h.block]
	if h.block == ast.Node(h.body) {
		scope = x.pass.TypesInfo.Scopes[h.typ]
	}
	if scope == nil {
		return ""
	}
	pos := h.stmt().Pos()
	if own, ok := scope.Lookup("err").(*types.Var); ok {
		if isError(own.Type()) && (own.Pos() < pos && x.written(h, own) || own.Pos() >= pos && x.redefine(h, own)) {
			return "err"
		}
	} else if scope.Lookup("err") == nil {
		_, outer := scope.LookupParent("err", pos)
		if outer == nil || !x.mentioned(h, outer) {
			return "err"
		}
	}
	return x.free(h.node, "connErr")
}

// written reports whether the next that happens to a variable is that it gets another value.
func (x *fixer) written(h *hold, v *types.Var) bool {
	first, write := token.NoPos, false
	for _, stmt := range h.list[h.index:] {
		ast.PreorderStack(stmt, nil, func(n ast.Node, stack []ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || x.pass.TypesInfo.ObjectOf(id) != v || first.IsValid() && first < id.Pos() {
				return true
			}
			first, write = id.Pos(), false
			if len(stack) > 0 {
				assign, ok := stack[len(stack)-1].(*ast.AssignStmt)
				write = ok && id.Pos() < assign.TokPos
			}
			return true
		})
	}
	return write || !first.IsValid()
}

// redefine turns the definition of err further down in the block into an assignment, if nothing else is defined there.
func (x *fixer) redefine(h *hold, v *types.Var) bool {
	for _, stmt := range h.list[h.index:] {
		assign, ok := stmt.(*ast.AssignStmt)
		if !ok || assign.Tok != token.DEFINE {
			continue
		}
		defines, others := false, false
		for _, lhs := range assign.Lhs {
			id, _ := lhs.(*ast.Ident)
			if id == nil {
				return false
			}
			switch def := x.pass.TypesInfo.Defs[id]; {
			case def == v:
				defines = true
			case def != nil && id.Name != "_":
				others = true
			}
		}
		if defines {
			if !others {
				x.replace(assign.TokPos, assign.TokPos+2, "=")
			}
			return true
		}
	}
	return false
}

// mentioned reports whether the rest of the block uses an object.
func (x *fixer) mentioned(h *hold, obj types.Object) bool {
	found := false
	for _, stmt := range h.list[h.index:] {
		ast.Inspect(stmt, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			found = found || ok && x.pass.TypesInfo.Uses[id] == obj
			return true
		})
	}
	return found
}

// failure returns the results with which a function returns an error.
func (x *fixer) failure(typ *ast.FuncType, err string) (string, bool) {
	if typ.Results == nil {
		return "", false
	}
	var values []string
	for _, field := range typ.Results.List {
		for range max(1, len(field.Names)) {
			zero, ok := x.zero(field.Type)
			if !ok {
				return "", false
			}
			values = append(values, zero)
		}
	}
	last := typ.Results.List[len(typ.Results.List)-1]
	if !isError(x.pass.TypesInfo.TypeOf(last.Type)) {
		return "", false
	}
	values[len(values)-1] = err
	return strings.Join(values, ", "), true
}

// zero returns the zero value of a type as it is written.
func (x *fixer) zero(typ ast.Expr) (string, bool) {
	t := types.Unalias(x.pass.TypesInfo.TypeOf(typ))
	if _, ok := t.(*types.TypeParam); ok {
		return "*new(" + x.source(typ) + ")", true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return "false", true
		case info&types.IsString != 0:
			return `""`, true
		case info&types.IsNumeric != 0:
			return "0", true
		}
		return "nil", u.Kind() == types.UnsafePointer
	case *types.Struct, *types.Array:
		return x.source(typ) + "{}", true
	}
	return "nil", true
}
