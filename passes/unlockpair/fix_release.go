package unlockpair

import (
	"bytes"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/advlockcheck/advlockcheck/internal/lockflow"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// swapDefers swaps two deferred calls that stand side by side, of which the second gives the connection back and the
// first unlocks: the last one runs first.
func (x *fixer) swapDefers(f lockflow.Finding) string {
	second, i := x.deferAt(f.Back.Pos)
	if second == nil || i.index == 0 {
		return ""
	}
	first, ok := i.list[i.index-1].(*ast.DeferStmt)
	sel, isMethod := second.Call.Fun.(*ast.SelectorExpr)
	if !ok || !isMethod || !x.givesBack(second, sel.X) {
		return ""
	}
	unlocks := 0
	for k := range x.res.Ops {
		op := &x.res.Ops[k]
		if !contains(first, op.Call.Pos()) {
			continue
		}
		s, ok := x.statement(op)
		if !ok || s.lock.Func.Name != unlockOf(f.Lock.Func) || !x.same(s.handle, sel.X) {
			return ""
		}
		unlocks++
	}
	if unlocks != 1 {
		return ""
	}
	// Each takes its comments along.
	pos1, end1 := x.withComment(first), x.lineEnd(first.End())
	pos2, end2 := x.withComment(second), x.lineEnd(second.End())
	if x.stuck || len(bytes.TrimSpace(x.src[x.offset(end1):x.offset(pos2)])) > 0 {
		return ""
	}
	x.replace(pos1, end1, string(x.src[x.offset(pos2):x.offset(end2)]))
	x.replace(pos2, end2, string(x.src[x.offset(pos1):x.offset(end1)]))
	return "Swap the deferred calls"
}

// deferAt returns the defer statement whose call stands at pos, and where it is.
func (x *fixer) deferAt(pos token.Pos) (*ast.DeferStmt, spot) {
	var found *ast.DeferStmt
	ast.Inspect(x.file, func(n ast.Node) bool {
		if d, ok := n.(*ast.DeferStmt); ok && contains(d, pos) {
			found = d // the innermost
		}
		return n == nil || contains(n, pos) || n == x.file
	})
	if found == nil {
		return nil, spot{}
	}
	at, ok := x.spot(found)
	if !ok || at.stmt() != found {
		return nil, at
	}
	return found, at
}

// lineEnd returns the end of the line that pos stands in, if nothing but a comment follows there.
func (x *fixer) lineEnd(pos token.Pos) token.Pos {
	rest, _, _ := bytes.Cut(x.src[x.offset(pos):], []byte("\n"))
	if trimmed := bytes.TrimSpace(rest); len(trimmed) > 0 && !bytes.HasPrefix(trimmed, []byte("//")) {
		x.stuck = true
	}
	return pos + token.Pos(len(bytes.TrimRight(rest, " \t")))
}

// matchMode puts the other unlock function into the text of an unlock.
func (x *fixer) matchMode(f lockflow.Finding) string {
	op := x.op(f.Release.Call)
	if op == nil || !x.in(op.Call) || len(op.SQL) != 1 {
		return ""
	}
	var calls []locksql.Call
	for _, st := range op.SQL[0].Parsed.Statements {
		calls = append(calls, st.Calls...)
	}
	if len(calls) != 1 || calls[0].Func.Name != f.Release.Func.Name {
		return ""
	}
	text := op.SQL[0].Text
	name := strings.Index(strings.ToLower(text.String()[calls[0].Pos:calls[0].End]), f.Release.Func.Name)
	if name < 0 {
		return ""
	}
	start := calls[0].Pos + name
	unlock := unlockOf(f.Lock.Func)
	edit, ok := text.Edit(x.pass.Fset, start, start+len(f.Release.Func.Name), unlock)
	if !ok || len(edit.Via) > 0 || edit.Lit.Pos() < op.Call.Pos() || edit.Lit.End() > op.Call.End() {
		return ""
	}
	x.replace(edit.Pos, edit.End, edit.New)
	return "Use " + unlock
}

// detach gives a deferred unlock a context of its own, in place of one that may be done by then.
func (x *fixer) detach(r *lockflow.Release) string {
	s, ok := x.statement(x.op(r.Call))
	if !ok || s.kind != pgxConn || s.ctx == nil {
		return ""
	}
	at, ok := x.spot(s.op.Call)
	if !ok || at.again {
		return ""
	}
	const message = "Give the unlock a context of its own"
	if d, ok := at.stmt().(*ast.DeferStmt); ok && d.Call == s.op.Call {
		if !x.closeOver(at, d, &s, x.source(s.handle)) {
			return ""
		}
		return message
	}
	lit, ok := at.node.(*ast.FuncLit)
	if !ok || !x.detachWithin(lit, at, &s) {
		return ""
	}
	return message
}

// closeOver replaces a deferred statement by a function that makes its context when it runs. The other arguments are
// then evaluated later, too.
func (x *fixer) closeOver(at spot, d *ast.DeferStmt, s *statement, handle string) bool {
	var args []string
	for _, arg := range s.op.Call.Args[s.text:] {
		if !x.repeatable(arg, 0) {
			return false
		}
		args = append(args, x.source(arg))
	}
	ctx, ok := x.lasting(s.ctx, d.Pos())
	if !ok || x.commented(d.Pos(), d.End()) || !x.settled(at.function, d.Pos(), append(slices.Clone(s.op.Call.Args[s.text:]), s.handle)...) {
		return false
	}
	lines := x.closure(ctx, handle+"."+s.method.Sel.Name, args, d.Pos())
	if lines == nil {
		return false
	}
	x.replace(d.Pos(), d.End(), strings.Join(lines, "\n"+x.indent(d.Pos())))
	x.gone = append(x.gone, d)
	return true
}

// detachWithin does that for a statement of a deferred function, whose context nothing else there uses.
func (x *fixer) detachWithin(lit *ast.FuncLit, at spot, s *statement) bool {
	if d, _ := x.deferAt(lit.Pos()); d == nil || d.Call.Fun != lit {
		return false
	}
	v := x.variable(s.ctx)
	if v == nil || contains(lit, v.Pos()) {
		return false
	}
	uses, clash := 0, v.Name() == "cancel"
	ast.Inspect(lit, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if x.pass.TypesInfo.Uses[id] == v {
				uses++
			}
			clash = clash || id.Name == "cancel"
		}
		return true
	})
	ctx, ok := x.lasting(s.ctx, at.stmt().Pos())
	if !ok || uses != 1 || clash {
		return false
	}
	contextName, timeName := x.use("context", at.stmt().Pos()), x.use("time", at.stmt().Pos())
	if contextName == v.Name() || timeName == v.Name() {
		return false
	}
	x.insertBefore(at.stmt(), []string{
		v.Name() + ", cancel := " + contextName + ".WithTimeout(" + ctx + ", 5*" + timeName + ".Second)",
		"defer cancel()",
	})
	return true
}
