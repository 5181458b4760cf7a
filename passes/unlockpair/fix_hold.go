package unlockpair

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// A function is a declared function or a literal.
type function struct {
	node ast.Node
	typ  *ast.FuncType
	body *ast.BlockStmt
}

// A spot is a statement of a block, in the innermost function around it.
type spot struct {
	function
	block  ast.Node
	list   []ast.Stmt // of the block
	index  int
	before []ast.Stmt // those that have run before, of this block and of those around it
	again  bool       // it can run more than once in one call of the function
}

func (s spot) stmt() ast.Stmt { return s.list[s.index] }

// next returns the statement behind the one at i, or nil.
func (s spot) next(i int) ast.Stmt {
	if i+1 < len(s.list) {
		return s.list[i+1]
	}
	return nil
}

// spot returns where n stands.
func (x *fixer) spot(n ast.Node) (spot, bool) {
	path, _ := astutil.PathEnclosingInterval(x.file, n.Pos(), n.End())
	var s spot
	for i, n := range path {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			s.again = true
		case *ast.FuncLit:
			s.function = function{n, n.Type, n.Body}
		case *ast.FuncDecl:
			s.function = function{n, n.Type, n.Body}
		case ast.Stmt:
			list := statements(path[i+1])
			for k, stmt := range list {
				if stmt != n {
					continue
				}
				if s.list == nil {
					s.block, s.list, s.index = path[i+1], list, k
				}
				s.before = append(s.before, list[:k]...)
			}
		}
		if s.node != nil {
			break
		}
	}
	if s.node == nil || s.list == nil {
		return s, false
	}
	ast.Inspect(s.body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
			s.again = true
		}
		return true
	})
	return s, true
}

// statements returns the list of statements that a node holds.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// A hold is where a function has a lock for certain: the checks of the error and of the answer are over. Two shapes are
// known, each also with the check in a statement of its own, and with both checks in one condition:
//
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//
//	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil {
//		return err
//	}
//	if !ok {
//		return nil
//	}
type hold struct {
	spot
	statement
	last int            // the index of the last check
	into *ast.BlockStmt // the lock is held within this block, which is behind the last check
}

// from is where the lock is held from.
func (h *hold) from() token.Pos {
	if h.into != nil {
		return h.into.Lbrace + 1
	}
	return h.list[h.last].End()
}

// inner returns the statements that run with the lock held, as far as they stand in one list.
func (h *hold) inner() []ast.Stmt {
	if h.into != nil {
		return h.into.List
	}
	return h.list[h.last+1:]
}

// A statement is a call of a method of a database handle that runs one lock function and nothing else.
type statement struct {
	op     *lockop.Op
	lock   locksql.Call
	method *ast.SelectorExpr
	handle ast.Expr // a variable, or a field of one
	kind   kind
	ctx    ast.Expr // nil if it is given none
	text   int      // the index of the argument that is the text
}

// statement describes an operation.
func (x *fixer) statement(op *lockop.Op) (statement, bool) {
	if op == nil || !x.in(op.Call) || op.Call.Ellipsis.IsValid() || len(op.SQL) != 1 {
		return statement{}, false
	}
	s := statement{op: op, text: -1}
	parsed := op.SQL[0].Parsed.Statements
	sel, ok := op.Call.Fun.(*ast.SelectorExpr)
	if !ok || len(parsed) != 1 || parsed[0].Err != nil || parsed[0].Defines || len(parsed[0].Calls) != 1 || !x.isPlain(sel.X) {
		return s, false
	}
	s.lock, s.method, s.handle = parsed[0].Calls[0], sel, sel.X
	s.kind = kindOf(x.pass.TypesInfo.TypeOf(sel.X))
	for i, arg := range op.Call.Args {
		switch {
		case arg == op.Arg:
			s.text = i
		case i == 0 && isContext(x.pass.TypesInfo.TypeOf(arg)):
			s.ctx = arg
		}
	}
	return s, s.text >= 0 && s.kind != other
}

// hold returns where the lock of an operation is held.
func (x *fixer) hold(op *lockop.Op) (*hold, bool) {
	st, ok := x.statement(op)
	if !ok || st.lock.Func.Action != locksql.Acquire || st.lock.Func.Scope != locksql.Session {
		return nil, false
	}
	at, ok := x.spot(op.Call)
	if !ok || at.again {
		return nil, false
	}
	h := &hold{spot: at, statement: st, last: at.index}
	var assign *ast.AssignStmt
	var check *ast.IfStmt
	switch stmt := at.stmt().(type) {
	case *ast.IfStmt:
		check = stmt
		assign, _ = stmt.Init.(*ast.AssignStmt)
	case *ast.AssignStmt:
		assign = stmt
		check, _ = at.next(at.index).(*ast.IfStmt)
		h.last++
		if check != nil && check.Init != nil {
			return nil, false
		}
	}
	if assign == nil || check == nil || len(assign.Rhs) != 1 {
		return nil, false
	}
	failed := x.variable(assign.Lhs[len(assign.Lhs)-1])
	answer, ok := x.answer(&st, assign.Rhs[0])
	if failed == nil || !isError(failed.Type()) || !ok {
		return nil, false
	}
	onError, onAnswer := x.checks(check.Cond, failed, answer)
	if !onError || !x.leaves(check.Body) {
		return nil, false
	}
	if more, ok := check.Else.(*ast.IfStmt); ok && !onAnswer && answer != nil && more.Init == nil && more.Else == nil {
		alsoError, refused := x.checks(more.Cond, failed, answer)
		if alsoError || !refused || !x.leaves(more.Body) {
			return nil, false
		}
		return h, true
	}
	if check.Else != nil {
		return nil, false
	}
	if answer == nil || onAnswer {
		return h, true
	}
	h.last++
	check, _ = at.next(h.last - 1).(*ast.IfStmt)
	if check == nil || check.Init != nil {
		return nil, false
	}
	if x.variable(check.Cond) == answer {
		h.into = check.Body
		return h, true
	}
	onError, onAnswer = x.checks(check.Cond, failed, answer)
	return h, !onError && onAnswer && check.Else == nil && x.leaves(check.Body)
}

// answer returns the variable that the answer of a try-lock goes to, nil for a lock that waits. It reports false if e is
// not the statement, or a Scan of it, or if the variable is not known.
func (x *fixer) answer(s *statement, e ast.Expr) (*types.Var, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	var dest []ast.Expr
	row := false
	switch s.method.Sel.Name {
	case "Exec", "ExecContext":
	case "GetContext", "Get":
		dest = call.Args[:min(s.text, len(call.Args))]
		if s.ctx != nil {
			dest = dest[1:]
		}
	case "QueryRow", "QueryRowContext", "QueryRowx", "QueryRowxContext":
		row = true
	default:
		return nil, false
	}
	if row {
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || sel.X != s.op.Call || sel.Sel.Name != "Scan" {
			return nil, false
		}
		dest = call.Args
	} else if call != s.op.Call {
		return nil, false
	}
	if !s.lock.Func.Try {
		return nil, true
	}
	if len(dest) != 1 {
		return nil, false
	}
	addr, ok := ast.Unparen(dest[0]).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil, false
	}
	v := x.variable(addr.X)
	return v, v != nil && types.Identical(v.Type(), types.Typ[types.Bool])
}

// checks reports whether a condition holds if err is not nil, and whether it does if ok is false. It reports neither if
// the condition says anything else.
func (x *fixer) checks(cond ast.Expr, err, ok *types.Var) (onError, onAnswer bool) {
	switch cond := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		switch cond.Op {
		case token.LOR:
			e1, a1 := x.checks(cond.X, err, ok)
			e2, a2 := x.checks(cond.Y, err, ok)
			if (e1 || a1) && (e2 || a2) {
				return e1 || e2, a1 || a2
			}
		case token.NEQ:
			return x.variable(cond.X) == err && x.pass.TypesInfo.Types[cond.Y].IsNil(), false
		}
	case *ast.UnaryExpr:
		return false, ok != nil && cond.Op == token.NOT && x.variable(cond.X) == ok
	}
	return false, false
}

// leaves reports whether the function ends at the end of a block.
func (x *fixer) leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch last := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		switch fn := typeutil.Callee(x.pass.TypesInfo, call).(type) {
		case *types.Builtin:
			return fn.Name() == "panic"
		case *types.Func:
			switch fn.FullName() {
			case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln":
				return true
			}
		}
	}
	return false
}

// variable returns the variable that an expression names, or nil. A field is none.
func (x *fixer) variable(e ast.Expr) *types.Var {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		v, _ := x.pass.TypesInfo.ObjectOf(id).(*types.Var)
		return v
	}
	return nil
}
