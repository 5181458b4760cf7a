package sqltext

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"slices"
)

// local returns the texts that the local variable v can hold where e mentions it.
//
// The statements of the function are walked in order with the texts that v can have; only v is looked at. Branches
// are alternatives. A loop that adds to v leaves a hole behind what was there before. A goto is not understood: what
// is jumped over counts as run.
func (r *Resolver) local(v *types.Var, e ast.Expr, s scope) []Text {
	idx := r.index()
	body := idx.owner[v]
	if body == nil || idx.aliased[v] {
		return unknown
	}
	t := tracer{r: r, v: v, at: e.Pos(), body: body, writes: idx.writes[v], s: s}
	before := unknown
	if v.Pos() < body.Pos() { // a parameter
		before = s.params[v]
		if before == nil {
			before = r.more(e)
		}
	}
	if len(t.writes) == 0 {
		return before
	}
	if t.changesAfter() && idx.inClosure(body, t.at) {
		return unknown // the closure may run later
	}
	texts := t.list(body.List, before)
	if !t.found || texts == nil {
		return unknown
	}
	return texts
}

// inClosure reports whether at lies in a function literal inside body.
func (x *index) inClosure(body *ast.BlockStmt, at token.Pos) bool {
	return slices.ContainsFunc(x.lits, func(f *ast.FuncLit) bool {
		return f.Body != body && body.Pos() <= f.Pos() && f.Pos() <= at && at < f.End()
	})
}

// A tracer follows one variable through the statements of the function that declares it.
type tracer struct {
	r      *Resolver
	v      *types.Var
	at     token.Pos // the mention that is asked for
	body   *ast.BlockStmt
	writes []write
	s      scope
	found  bool // at has been reached
}

func (t *tracer) changesAfter() bool {
	return slices.ContainsFunc(t.writes, func(w write) bool { return w.at > t.at })
}

func (t *tracer) within(n ast.Node) bool { return n.Pos() <= t.at && t.at < n.End() }

func (t *tracer) writtenIn(n ast.Node) bool {
	return slices.ContainsFunc(t.writes, func(w write) bool { return n.Pos() < w.at && w.at <= n.End() })
}

// list returns the texts of v after the statements, or at the mention if that is among them; nil if the end is not
// reached.
func (t *tracer) list(stmts []ast.Stmt, in []Text) []Text {
	for _, st := range stmts {
		in = t.stmt(st, in)
		if t.found || in == nil {
			break
		}
	}
	return in
}

func (t *tracer) stmt(st ast.Stmt, in []Text) []Text {
	if st == nil {
		return in
	}
	if !t.within(st) && !t.writtenIn(st) {
		if leaves(st) {
			return nil
		}
		return in
	}
	switch st := st.(type) {
	case *ast.BlockStmt:
		return t.list(st.List, in)
	case *ast.LabeledStmt:
		return t.stmt(st.Stmt, in)
	case *ast.IfStmt:
		in = t.header(in, st.Init, st.Cond)
		if t.found {
			return in
		}
		then := t.list(st.Body.List, in)
		if t.found {
			return then
		}
		other := t.stmt(st.Else, in)
		if t.found {
			return other
		}
		return t.merge(in, then, other)
	case *ast.SwitchStmt:
		return t.clauses(st.Body, t.header(in, st.Init, st.Tag))
	case *ast.TypeSwitchStmt:
		return t.clauses(st.Body, t.header(in, st.Init, nil))
	case *ast.SelectStmt:
		return t.clauses(st.Body, in)
	case *ast.ForStmt:
		in = t.header(in, st.Init, nil)
		return t.loop(st.Body, in, in, st.Cond, st.Post)
	case *ast.RangeStmt:
		in = t.header(in, nil, st.X)
		return t.loop(st.Body, in, t.apply(in, st.Pos(), st.Body.Pos()), nil, nil)
	}
	in = t.apply(in, st.Pos(), st.End())
	t.found = t.found || t.within(st)
	if !t.found && leaves(st) {
		return nil
	}
	return in
}

// header runs what stands before the body of a compound statement.
func (t *tracer) header(in []Text, init ast.Stmt, cond ast.Expr) []Text {
	in = t.stmt(init, in)
	if !t.found && cond != nil {
		in = t.apply(in, cond.Pos(), cond.End())
		t.found = t.within(cond)
	}
	return in
}

// clauses runs the clauses of a switch or select.
func (t *tracer) clauses(body *ast.BlockStmt, in []Text) []Text {
	if t.found {
		return in
	}
	outs := [][]Text{}
	complete := false
	for _, c := range body.List {
		var out []Text
		switch c := c.(type) {
		case *ast.CaseClause:
			complete = complete || c.List == nil
			for _, e := range c.List {
				if t.within(e) {
					t.found = true
					return in
				}
			}
			out = t.list(c.Body, in)
		case *ast.CommClause:
			complete = true // a select waits for one of its clauses
			out = t.stmt(c.Comm, in)
			if !t.found {
				out = t.list(c.Body, out)
			}
		}
		if t.found {
			return out
		}
		outs = append(outs, out)
	}
	if !complete {
		outs = append(outs, in)
	}
	return t.merge(in, outs...)
}

// loop runs a body any number of times. Before the loop v has the texts in, at the head of the first turn first.
func (t *tracer) loop(body *ast.BlockStmt, in, first []Text, cond ast.Expr, post ast.Stmt) []Text {
	if t.found {
		return in
	}
	turn := *t
	turn.at = math.MaxInt
	after := turn.stmt(post, turn.list(body.List, first))
	head := turn.widen(first, after)
	if cond != nil && t.within(cond) || post != nil && t.within(post) {
		t.found = true
		return head
	}
	if t.within(body) {
		return t.list(body.List, head)
	}
	if extends(head, in) { // a hole covers no turn at all as well
		return head
	}
	return t.merge(in, in, head)
}

// widen returns texts that cover before, after, and what further turns of the same kind make of it.
func (t *tracer) widen(before, after []Text) []Text {
	if after == nil || same(before, after) {
		return before
	}
	if extends(after, before) {
		return product(before, unknown)
	}
	return limit(distinct(slices.Concat(before, after)))
}

// merge joins the outcomes of branches that began with in. Too many branches that add to v become one hole.
func (t *tracer) merge(in []Text, outs ...[]Text) []Text {
	all := distinct(slices.Concat(outs...))
	if len(all) > maxAlternatives {
		if extends(all, in) {
			return product(in, unknown)
		}
		all = limit(all)
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// extends reports whether each long text begins with the pieces of some short one.
func extends(long, short []Text) bool {
	return !slices.ContainsFunc(long, func(l Text) bool {
		return !slices.ContainsFunc(short, func(s Text) bool {
			n := len(s.Pieces)
			return n <= len(l.Pieces) && samePieces(s.Pieces, l.Pieces[:n])
		})
	})
}

func same(a, b []Text) bool {
	return slices.EqualFunc(a, b, func(a, b Text) bool { return samePieces(a.Pieces, b.Pieces) })
}

func samePieces(a, b []Piece) bool {
	return slices.EqualFunc(a, b, func(a, b Piece) bool { return a.Value == b.Value && a.Lit == b.Lit && a.At == b.At })
}

// apply does the writes of v between two positions, but for those after the mention.
func (t *tracer) apply(in []Text, from, to token.Pos) []Text {
	for _, w := range t.writes {
		if w.at <= from || w.at > to || w.at > t.at {
			continue
		}
		s := t.s
		s.traced, s.texts = t.v, in
		switch {
		case w.kind == reset:
			in = empty
		case w.body != t.body && w.kind == set: // by a closure, whenever that runs
			in = unknown
		case w.body != t.body || w.kind == touch:
			in = product(in, unknown)
		case w.kind == print:
			in = product(in, t.r.printed(w.value.(*ast.CallExpr), s))
		case w.kind == add:
			in = product(in, t.r.written(w, s))
		default:
			in = t.r.written(w, s)
		}
	}
	return in
}

// written returns the texts that a write gives its variable, or adds.
func (r *Resolver) written(w write, s scope) []Text {
	switch {
	case w.zero:
		return empty
	case w.value == nil:
		return unknown
	case w.ranged:
		var texts []Text
		for _, elem := range r.elements(w.value, s.depth) {
			if kv, ok := elem.(*ast.KeyValueExpr); ok {
				elem = kv.Value
			}
			texts = append(texts, r.eval(elem, s)...)
		}
		if len(texts) == 0 {
			return unknown
		}
		return limit(distinct(texts))
	}
	if call, ok := ast.Unparen(w.value).(*ast.CallExpr); ok {
		return r.call(call, w.result, s.deeper())
	}
	if w.result > 0 { // the ok of a map, a type assertion, a channel
		return unknown
	}
	return r.eval(w.value, s)
}

// leaves reports whether control does not go on after the statement.
func leaves(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return st.Tok == token.CONTINUE || st.Tok == token.GOTO
	case *ast.ExprStmt:
		call, ok := st.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	case *ast.BlockStmt:
		return len(st.List) > 0 && leaves(st.List[len(st.List)-1])
	}
	return false
}
