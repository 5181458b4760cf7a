package lockflow

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// statement follows a call that runs SQL with lock functions.
func (r *run) statement(st *state, c *callSite, s *Statement) []*state {
	alt, certain := r.alternative(st, c, s)
	if alt == nil {
		r.results(st, c, nil)
		return []*state{st}
	}
	handle := r.handle(st, c, s)
	class := r.class(handle)
	if class == session.Unknown {
		class = s.Class
	}
	sess := sessionOf(handle)
	states := []*state{st}
	answers := 0 // locks whose boolean is an answer of the statement
	for _, l := range alt.Locks {
		if l.Func.Try {
			answers++
		}
	}
	for i, l := range alt.Locks {
		var next []*state
		for _, st := range states {
			keys := make([]*term, len(l.Keys))
			for k, key := range l.Keys {
				keys[k] = r.keyTerm(st, c, key)
			}
			switch {
			case l.Func.Action == locksql.Acquire:
				lock := r.lock(c, i, nil, func(n *Lock) {
					n.Func, n.Class, n.Handle, n.Key = l.Func, class, written(s.Handle), keyText(l.Keys)
				})
				h := &held{lock: lock, sess: sess, keys: keys, count: 1, unsure: !certain || answers > 1 || l.Rows}
				next = append(next, r.acquire(st, c, h, class)...)
			default:
				rel := r.releaseAt(c, i, func(n *Release) {
					n.Func, n.Handle, n.Key = l.Func, written(s.Handle), keyText(l.Keys)
				})
				e := effect{deed: releases, sess: sess, keys: keys, fn: l.Func, rel: rel, ctx: r.context(st, c), pgx: r.onPgx(handle)}
				if l.Func.Action == locksql.ReleaseAll {
					e.deed = releaseAll
				}
				next = append(next, r.release(st, c, e, class)...)
			}
		}
		states = next
	}
	for _, st := range states {
		if c.value != nil && st.frame.env[c.value] == nil {
			r.results(st, c, nil)
		}
	}
	return states
}

// alternative returns the text that runs on this path. It is not certain if it could be one of several.
func (r *run) alternative(st *state, c *callSite, s *Statement) (*Alternative, bool) {
	if len(s.Alternatives) == 1 {
		return &s.Alternatives[0], len(s.Alternatives[0].Locks) > 0
	}
	if s.Text != nil {
		if t := r.expr(st, c.instr, s.Text); t.kind == kConst && t.val.Kind() == constant.String {
			for i := range s.Alternatives {
				if s.Alternatives[i].Text == constant.StringVal(t.val) {
					return &s.Alternatives[i], true
				}
			}
		}
	}
	for i := range s.Alternatives {
		if len(s.Alternatives[i].Locks) > 0 {
			return &s.Alternatives[i], false
		}
	}
	return nil, false
}

// handle returns what a statement runs on.
func (r *run) handle(st *state, c *callSite, s *Statement) *term {
	if s.On != nil {
		if s.On.Param >= len(c.args) {
			return r.unknown
		}
		t := c.args[s.On.Param]
		for _, f := range s.On.Fields {
			t = r.load(st, r.ts.addr(t, f.Name(), nil, types.NewPointer(f.Type())), f.Type())
		}
		return t
	}
	if s.Handle == nil {
		return r.unknown
	}
	sel, ok := ast.Unparen(s.Call.Fun).(*ast.SelectorExpr)
	if ok && sel.X == s.Handle && c.fn != nil && c.fn.Signature().Recv() != nil && len(c.args) > 0 {
		return c.args[0]
	}
	return r.expr(st, c.instr, s.Handle)
}

func (r *run) keyTerm(st *state, c *callSite, k Key) *term {
	switch {
	case k.Const != nil:
		return r.ts.constant(constant.MakeInt64(*k.Const), types.Typ[types.Int64])
	case k.Expr == nil:
		return r.unknown
	}
	t := r.expr(st, c.instr, k.Expr)
	if k.Text == "" || t == r.unknown {
		return t
	}
	return r.ts.op("sql "+k.Text, nil, t)
}

func keyText(keys []Key) string {
	var parts []string
	for _, k := range keys {
		switch {
		case k.Const != nil:
			parts = append(parts, constant.MakeInt64(*k.Const).ExactString())
		case k.Expr != nil:
			parts = append(parts, written(k.Expr))
		default:
			parts = append(parts, k.Text)
		}
	}
	return strings.Join(parts, ", ")
}

// written returns an expression as the reader wrote it, if it is short.
func written(e ast.Expr) string {
	if e == nil {
		return ""
	}
	if s := types.ExprString(e); len(s) <= 40 {
		return s
	}
	return ""
}

// context returns the context that a call is given, or nil.
func (r *run) context(st *state, c *callSite) *term {
	for _, a := range c.args {
		if a.typ != nil && isContext(a.typ) {
			return a
		}
	}
	return nil
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// lock returns the acquisition of a call, which is made at the first visit.
func (r *run) lock(c *callSite, index int, of *Lock, fill func(*Lock)) *Lock {
	id := lockID{c.instr, index, of}
	if l := r.locks[id]; l != nil {
		return l
	}
	r.lockIDs++
	l := &Lock{Pos: r.pos(c), Call: c.instr, id: r.lockIDs, origin: of}
	fill(l)
	l.excused = r.Kept(l.Pos)
	r.locks[id] = l
	return l
}

func (r *run) releaseAt(c *callSite, index int, fill func(*Release)) *Release {
	id := relID{c.instr, index}
	if n := r.rels[id]; n != nil {
		return n
	}
	n := &Release{Pos: r.pos(c), Call: c.instr, id: len(r.rels) + 1}
	fill(n)
	r.rels[id] = n
	return n
}
