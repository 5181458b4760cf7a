package lockflow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/session"
)

// What bounds the work on one function. Past a bound nothing is said about it.
const (
	maxVisits   = 6000 // executions of basic blocks, in literals that run in it too
	maxStates   = 64   // states at the start of one block
	maxInlined  = 5    // literals within literals
	maxOutcomes = 24   // in a summary
)

// An engine follows the locks of one package.
type engine struct {
	*Program
	ts            *terms
	summaries     map[*ssa.Function]*Summary
	busy          map[*ssa.Function]bool
	exprs         map[*ssa.Function]map[ast.Expr]debugValue
	graphs        map[*ssa.Function]*graph
	inlined       map[*ssa.Function]bool // literals that were followed where they are called
	relevant      map[*ssa.Function]bool
	imports       map[*types.Func]*Summary
	reached       map[*types.Func][]*types.Func
	said          map[saying]bool
	lockIDs       int
	unknown       *term
	hook          bool // connections are unlocked or destroyed on their way back
	limitedFields map[string]bool
	places        map[string]*place
	result        *Result
}

// A saying is what makes two findings one.
type saying struct {
	kind Kind
	pos  token.Pos
}

type debugValue struct {
	value ssa.Value
	addr  bool
}

// Analyze follows the locks of a package.
func Analyze(p *Program) *Result {
	e := &engine{
		Program: p, ts: newTerms(),
		summaries: map[*ssa.Function]*Summary{}, busy: map[*ssa.Function]bool{},
		exprs: map[*ssa.Function]map[ast.Expr]debugValue{}, graphs: map[*ssa.Function]*graph{},
		inlined: map[*ssa.Function]bool{}, limitedFields: map[string]bool{}, places: map[string]*place{}, imports: map[*types.Func]*Summary{},
		reached: map[*types.Func][]*types.Func{}, said: map[saying]bool{},
		result: &Result{Facts: map[*types.Func]*Fact{}},
	}
	e.unknown = e.ts.op("?", nil)
	e.relevant = e.findRelevant()
	e.hook = e.cleansUp()
	for _, fn := range p.Funcs {
		if fn.Parent() == nil && e.relevant[fn] {
			e.summary(fn)
		}
	}
	for _, fn := range p.Funcs { // literals that nothing in sight calls
		if fn.Parent() != nil && e.relevant[fn] && !e.inlined[fn] {
			e.summary(fn)
		}
	}
	e.judgePlaces()
	e.onceEach()
	e.result.Findings = slices.DeleteFunc(e.result.Findings, func(f Finding) bool { return f.Kind == Pool && e.limitedFields[f.pool] })
	for fn, s := range e.summaries {
		if obj, ok := fn.Object().(*types.Func); ok && s != nil && obj.Exported() && s.matters() {
			e.result.Facts[obj] = e.fact(s)
		}
	}
	for fn, c := range e.Declared {
		e.result.Facts[fn] = e.fact(e.declared(fn, c))
	}
	return e.result
}

// findRelevant finds the functions in which locks or sessions are touched, by themselves or through what they call.
func (e *engine) findRelevant() map[*ssa.Function]bool {
	relevant := map[*ssa.Function]bool{}
	users := map[*ssa.Function][]*ssa.Function{}
	var todo []*ssa.Function
	mark := func(fn *ssa.Function) {
		if fn != nil && !relevant[fn] {
			relevant[fn] = true
			todo = append(todo, fn)
		}
	}
	for _, fn := range e.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					if used, ok := (*op).(*ssa.Function); ok {
						users[origin(used)] = append(users[origin(used)], fn)
					}
				}
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if e.touches(call) {
					mark(fn)
				}
				if call.Common().IsInvoke() {
					for _, m := range e.implementations(call.Common().Method) {
						if body := e.Package.Prog.FuncValue(m); body != nil {
							users[origin(body)] = append(users[origin(body)], fn)
						}
					}
				}
			}
		}
		if obj, ok := fn.Object().(*types.Func); ok {
			if _, ok := e.Declared[obj]; ok {
				mark(fn)
			}
		}
	}
	for len(todo) > 0 {
		fn := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		mark(fn.Parent())
		for _, user := range users[fn] {
			mark(user)
		}
	}
	return relevant
}

// touches reports whether a call by itself makes a function worth following.
func (e *engine) touches(call ssa.CallInstruction) bool {
	if e.Statement(call) != nil {
		return true
	}
	fn := calledFunc(call.Common())
	if fn == nil {
		return false
	}
	if _, ok := e.Declared[fn]; ok {
		return true
	}
	if fn.Pkg() != e.Package.Pkg && e.imported(fn) != nil {
		return true
	}
	if call.Common().IsInvoke() {
		for _, m := range e.implementations(fn) {
			if _, ok := e.Declared[m]; ok {
				return true
			}
		}
	}
	switch e.Table.Method(fn).Kind {
	case session.Closes, session.Opens, session.Pins, session.MayDiscard, session.Hijacks, session.Releases, session.InConn:
		return true
	}
	return false
}

// implementations returns the methods of this package that a call of an interface method can reach.
func (e *engine) implementations(fn *types.Func) []*types.Func {
	known, ok := e.reached[fn]
	if !ok {
		known = e.Implementations(fn)
		e.reached[fn] = known
	}
	return known
}

// calledFunc returns the function or method that a call names, or nil.
func calledFunc(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	if fn := c.StaticCallee(); fn != nil {
		if obj, ok := fn.Object().(*types.Func); ok {
			return obj.Origin()
		}
	}
	return nil
}

// origin returns the generic function of an instance.
func origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// debug returns the values of the expressions of a function.
func (e *engine) debug(fn *ssa.Function) map[ast.Expr]debugValue {
	if m, ok := e.exprs[fn]; ok {
		return m
	}
	m := map[ast.Expr]debugValue{}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if ref, ok := instr.(*ssa.DebugRef); ok {
				if _, known := m[ref.Expr]; !known {
					m[ref.Expr] = debugValue{ref.X, ref.IsAddr}
				}
			}
		}
	}
	e.exprs[fn] = m
	return m
}
