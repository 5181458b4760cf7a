package lockflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// cleansUp reports whether the package has a hook by which a connection that goes back to its pool is unlocked, or
// destroyed.
func (e *engine) cleansUp() bool {
	for _, fn := range e.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if in, ok := instr.(*ssa.Store); ok {
					f, ok := in.Addr.(*ssa.FieldAddr)
					if ok && fieldOf(f.X.Type(), f.Field).Name() == "AfterRelease" && e.cleans(in.Val) {
						return true
					}
				}
			}
		}
	}
	return false
}

// limited is the truth value that says whether a pool has one connection only. Then it is as good as that connection.
func (r *run) limited(pool *term) *term {
	return r.ts.op("limited", types.Typ[types.Bool], sessionOf(pool))
}

// limits notes what a call does to the size of a pool.
func (r *run) limits(st *state, c *callSite) {
	param, ok := session.LimitMethod(c.fn)
	if !ok || param+1 >= len(c.args) || !isOne(c.args[param+1]) {
		return
	}
	pool := sessionOf(c.args[0])
	st.facts[r.limited(pool)] = true
	r.limitField(pool)
	for a, v := range st.heap {
		if v == pool {
			r.limitField(r.ts.load(a, v.typ))
		}
	}
}

// limitedBy reports whether a pool is made with settings that limit it to one connection: a connection string, or a
// struct with a field for it.
func (r *run) limitedBy(st *state, args []*term) bool {
	return slices.ContainsFunc(args, func(a *term) bool {
		if a.kind == kConst && a.val.Kind() == constant.String && limitsToOne(constant.StringVal(a.val)) || st.facts[r.limited(a)] {
			return true
		}
		for addr, v := range st.heap {
			if addr.kind == kAddr && addr.args[0] == a && isOne(v) && session.LimitName(addr.name) {
				return true
			}
		}
		return false
	})
}

// field names the field that a value is stored in when a function begins, "" if that is not known.
func field(t *term) string {
	if t.kind != kLoad || t.args[0].kind != kAddr || t.args[0].args[0].typ == nil {
		return ""
	}
	return types.TypeString(elem(t.args[0].args[0].typ), nil) + "." + t.args[0].name
}

// limitField notes that the pool in a field has one connection.
func (e *engine) limitField(pool *term) {
	if f := field(pool); f != "" {
		e.limitedFields[f] = true
	}
}

func isOne(t *term) bool {
	return t.kind == kConst && t.val.Kind() == constant.Int && constant.Compare(t.val, token.EQL, constant.MakeInt64(1))
}

// limitsToOne reports whether a connection string limits its pool to one connection.
func limitsToOne(text string) bool {
	_, rest, ok := strings.Cut(text, session.PoolMaxConns+"=1")
	return ok && (rest == "" || rest[0] < '0' || rest[0] > '9')
}

// onPool notes a session lock, or the release of one, on a pool.
func (r *run) onPool(st *state, pool *term, pos token.Pos, l *Lock, n *Release) {
	pool = sessionOf(pool)
	if st.facts[r.limited(pool)] || st.facts[r.limited(r.ts.op("pool", nil, pool))] {
		return
	}
	r.findings = append(r.findings, Finding{Kind: Pool, Pos: pos, Lock: l, Release: n, pool: field(pool)})
}

// cleans reports whether a hook unlocks everything, or has the connection destroyed by returning false.
func (e *engine) cleans(v ssa.Value) bool {
	var fn *ssa.Function
	switch v := v.(type) {
	case *ssa.Function:
		fn = v
	case *ssa.MakeClosure:
		fn = v.Fn.(*ssa.Function)
		if m, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil { // a method value
			fn = e.Package.Prog.FuncValue(m)
		}
	}
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch in := instr.(type) {
			case ssa.CallInstruction:
				if st := e.Statement(in); st != nil {
					for _, a := range st.Alternatives {
						for _, l := range a.Locks {
							if l.Func.Action == locksql.ReleaseAll {
								return true
							}
						}
					}
				}
			case *ssa.Return:
				if c, ok := in.Results[0].(*ssa.Const); len(in.Results) == 1 && ok && c.Value != nil && !constant.BoolVal(c.Value) {
					return true
				}
			}
		}
	}
	return false
}
