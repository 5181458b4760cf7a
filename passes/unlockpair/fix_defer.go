package unlockpair

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/lockflow"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// deferUnlock defers the unlock where the lock is held for certain. An unlock that the function has is moved there if it
// is deferred, too late, and taken out if it stands before returns; with others there is no fix, which would make it two.
func (x *fixer) deferUnlock(l *lockflow.Lock) string {
	h, ok := x.hold(x.op(l.Call))
	if !ok || !isConn(h.kind) {
		return ""
	}
	u := x.usage(h)
	if u.ends || u.escapes || x.handsToEnder(&u) {
		return ""
	}
	var unlocks []*statement
	for i := range x.res.Ops {
		op := &x.res.Ops[i]
		if !contains(h.body, op.Call.Pos()) || op == h.op {
			continue
		}
		if !hasRelease(op) {
			continue
		}
		s, ok := x.statement(op)
		if !ok || !x.matches(h, &s) {
			return ""
		}
		unlocks = append(unlocks, &s)
	}
	if (len(unlocks) > 0) != l.Released() {
		return ""
	}
	if len(unlocks) == 0 {
		// Nobody can want the lock beyond the end of the function, if the connection is not to be had then.
		if !u.back && (!u.made || u.lent || len(u.passed) > 0) {
			return ""
		}
		return x.insertDefer(h, x.source(h.handle))
	}
	return x.gather(h, &u, unlocks)
}

// insertDefer inserts the deferred unlock.
func (x *fixer) insertDefer(h *hold, handle string) string {
	lines := x.unlockLines(h, handle)
	if lines == nil {
		return ""
	}
	x.insertHeld(h, lines)
	return "Insert deferred " + unlockOf(h.lock.Func)
}

// insertHeld inserts lines where the lock is held from.
func (x *fixer) insertHeld(h *hold, lines []string) {
	if h.into != nil {
		x.insertAfter(h.into.Lbrace+1, x.indent(h.into.Pos())+"\t", lines)
		return
	}
	x.insertAfter(h.from(), x.indent(h.stmt().Pos()), lines)
}

// unlockLines returns the lines of the deferred unlock of a lock, nil if it cannot be written.
func (x *fixer) unlockLines(h *hold, handle string) []string {
	args, ok := x.unlock(&h.statement, h.from())
	if !ok {
		return nil
	}
	ctx, ok := x.lasting(h.ctx, h.from())
	if !ok {
		return nil
	}
	switch h.kind {
	case pgxConn, pgxPool:
		values := h.op.Call.Args[h.text:]
		if h.kind == pgxConn {
			values = append(slices.Clone(values), h.handle)
		}
		if !x.settled(h.function, h.from(), values...) {
			return nil
		}
		return x.closure(ctx, handle+".Exec", args, h.from())
	}
	return []string{"defer " + handle + ".ExecContext(" + ctx + ", " + strings.Join(args, ", ") + ")"}
}

// closure returns a deferred call with a context of its own, which ends after a while: pgx sends nothing under a context
// that is done.
func (x *fixer) closure(ctx, method string, args []string, pos token.Pos) []string {
	for _, word := range strings.FieldsFunc(method+" "+strings.Join(args, " "), func(r rune) bool { return !isLetter(r) }) {
		if word == "ctx" || word == "cancel" {
			return nil // it would mean something else there
		}
	}
	contextName, timeName := x.use("context", pos), x.use("time", pos)
	if contextName == "ctx" || contextName == "cancel" {
		return nil
	}
	return []string{
		"defer func() {",
		"\tctx, cancel := " + contextName + ".WithTimeout(" + ctx + ", 5*" + timeName + ".Second)",
		"\tdefer cancel()",
		"\t" + method + "(ctx, " + strings.Join(args, ", ") + ")",
		"}()",
	}
}

func isLetter(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r > 127
}

// gather puts a deferred unlock in the place of all the unlocks that a function has.
func (x *fixer) gather(h *hold, u *usage, unlocks []*statement) string {
	if x.mentionsEnder(h.function) || h.into != nil {
		return ""
	}
	for _, call := range u.passed { // what is called may unlock as well
		switch fn := typeutil.Callee(x.pass.TypesInfo, call).(type) {
		case *types.Var: // a function that is given to this one
		case *types.Func:
			if fn.Pkg() != x.pass.Pkg {
				return ""
			}
		default:
			return ""
		}
	}
	// If the function has the lock for its caller, it does not unlock where it succeeds.
	inList := slices.ContainsFunc(unlocks, func(s *statement) bool {
		if x.deferOf(h, s) != nil {
			return true
		}
		return slices.ContainsFunc(h.inner(), func(stmt ast.Stmt) bool {
			at, ok := x.spot(s.op.Call)
			return ok && at.node == h.node && at.stmt() == stmt
		})
	})
	own := u.back || u.made && !u.lent && len(u.passed) == 0
	if !own && (!inList || !x.onlyError(h.typ)) {
		return ""
	}
	if len(unlocks) == 1 {
		if d := x.deferOf(h, unlocks[0]); d != nil {
			return x.moveUp(h, d)
		}
	}
	for _, s := range unlocks {
		if !x.drop(h, s) {
			return ""
		}
	}
	return x.insertDefer(h, x.source(h.handle))
}

// onlyError reports whether a function tells its caller nothing but an error.
func (x *fixer) onlyError(typ *ast.FuncType) bool {
	n := typ.Results.NumFields()
	return n == 0 || n == 1 && isError(x.pass.TypesInfo.TypeOf(typ.Results.List[0].Type))
}

// matches reports whether a statement unlocks just what another one locks.
func (x *fixer) matches(h *hold, s *statement) bool {
	if s.lock.Func.Name != unlockOf(h.lock.Func) || !x.same(s.handle, h.handle) || len(s.lock.Keys) != len(h.lock.Keys) || len(s.lock.Keys) == 0 {
		return false
	}
	values, others := h.op.Call.Args[h.text+1:], s.op.Call.Args[s.text+1:]
	if len(values) != len(others) {
		return false
	}
	for i, v := range values {
		if x.source(v) != x.source(others[i]) || !x.repeatable(v, 0) {
			return false
		}
	}
	if strings.ContainsRune(h.op.SQL[0].Text.String(), locksql.Hole) { // the key is put into the text
		text := strings.Replace(x.source(h.op.Arg), h.lock.Func.Name, unlockOf(h.lock.Func), 1)
		return text == x.source(s.op.Arg) && x.repeatable(h.op.Arg, 0) && x.settled(h.function, h.from(), h.op.Arg)
	}
	for i, k := range s.lock.Keys {
		if k.Text != h.lock.Keys[i].Text {
			return false
		}
	}
	return x.settled(h.function, h.from(), values...)
}

// deferOf returns the defer statement around an unlock, if it runs on all paths that pass the lock and one of the next
// statements.
func (x *fixer) deferOf(h *hold, s *statement) *ast.DeferStmt {
	for _, stmt := range h.inner() {
		d, ok := stmt.(*ast.DeferStmt)
		if !ok || !contains(d, s.op.Call.Pos()) {
			continue
		}
		if d.Call == s.op.Call {
			return d
		}
		if lit, ok := d.Call.Fun.(*ast.FuncLit); ok && len(d.Call.Args) == 0 {
			at, ok := x.spot(s.op.Call)
			if ok && at.node == lit && sameList(at.list, lit.Body.List) {
				return d
			}
		}
	}
	return nil
}

func sameList(a, b []ast.Stmt) bool { return len(a) == len(b) && len(a) > 0 && a[0] == b[0] }

// moveUp moves a defer statement to where the lock is held from.
func (x *fixer) moveUp(h *hold, d *ast.DeferStmt) string {
	from := x.withComment(d)
	_, late := d.Call.Fun.(*ast.FuncLit) // it looks at its variables when it runs, wherever it stands
	ok := true
	ast.Inspect(d, func(n ast.Node) bool {
		id, isIdent := n.(*ast.Ident)
		if !isIdent {
			return true
		}
		obj := x.pass.TypesInfo.Uses[id]
		if v, isVar := obj.(*types.Var); isVar && !v.IsField() && v.Kind() != types.PackageVar && !contains(d, v.Pos()) {
			ok = ok && v.Pos() < h.from() && (late || !x.changes(h.function, id, h.from()))
		} else if obj != nil && contains(h.body, obj.Pos()) && !contains(d, obj.Pos()) {
			ok = ok && obj.Pos() < h.from()
		}
		return ok
	})
	if !ok {
		return ""
	}
	text := string(x.src[x.offset(from):x.offset(d.End())])
	x.insertHeld(h, []string{text})
	x.remove(from, d)
	x.gone = nil // it is still there
	return "Move deferred " + unlockOf(h.lock.Func) + " up"
}

// drop removes an unlock whose result is not used and that stands before a return, or at the end of the function.
func (x *fixer) drop(h *hold, s *statement) bool {
	at, ok := x.spot(s.op.Call)
	if !ok || at.node != h.node || at.again {
		return false
	}
	switch stmt := at.stmt().(type) {
	case *ast.ExprStmt:
		ok = stmt.X == s.op.Call
	case *ast.AssignStmt:
		ok = len(stmt.Rhs) == 1 && stmt.Rhs[0] == s.op.Call
		for _, lhs := range stmt.Lhs {
			id, isIdent := lhs.(*ast.Ident)
			ok = ok && isIdent && id.Name == "_"
		}
	default:
		ok = false
	}
	if !ok || x.withComment(at.stmt()) != at.stmt().Pos() || x.commented(at.stmt().Pos(), at.stmt().End()) {
		return false
	}
	switch next := at.next(at.index).(type) {
	case nil:
		if !sameList(at.list, h.body.List) {
			return false
		}
	case *ast.ReturnStmt:
		if !x.quick(next) {
			return false
		}
	default:
		return false
	}
	x.remove(at.stmt().Pos(), at.stmt())
	return true
}

// quick reports whether a return statement calls nothing that takes time: it would run with the lock held.
func (x *fixer) quick(ret *ast.ReturnStmt) bool {
	ok := true
	ast.Inspect(ret, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		if !isCall || x.pass.TypesInfo.Types[call.Fun].IsType() {
			return ok
		}
		switch fn := typeutil.Callee(x.pass.TypesInfo, call).(type) {
		case *types.Builtin:
		case *types.Func:
			ok = ok && (fn.Name() == "Err" || fn.Name() == "Error" || fn.FullName() == "fmt.Errorf" ||
				fn.Pkg() != nil && strings.HasSuffix(fn.Pkg().Path(), "errors"))
		default:
			ok = false
		}
		return ok
	})
	return ok
}
