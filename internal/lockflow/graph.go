package lockflow

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A graph is the control flow of a function: an order to visit its blocks in, and its loops.
type graph struct {
	order map[*ssa.BasicBlock]int
	loops map[*ssa.BasicBlock]*loop // by the header
	inner map[*ssa.BasicBlock]*loop // the innermost around a block
}

type loop struct {
	header   *ssa.BasicBlock
	body     map[*ssa.BasicBlock]bool
	ranges   bool // over a list, a map or a channel
	releases bool // something in it gives back locks
}

func (e *engine) graph(fn *ssa.Function) *graph {
	if g := e.graphs[fn]; g != nil {
		return g
	}
	g := &graph{order: map[*ssa.BasicBlock]int{}, loops: map[*ssa.BasicBlock]*loop{}, inner: map[*ssa.BasicBlock]*loop{}}
	e.graphs[fn] = g
	var post []*ssa.BasicBlock
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b] = true
		for _, s := range b.Succs {
			if !seen[s] {
				visit(s)
			}
		}
		post = append(post, b)
	}
	visit(fn.Blocks[0])
	for i, b := range post {
		g.order[b] = len(post) - i
	}
	for _, b := range post {
		for _, s := range b.Succs {
			if s.Dominates(b) {
				g.addLoop(s, b)
			}
		}
	}
	for _, l := range g.loops {
		for b := range l.body {
			if in := g.inner[b]; in == nil || len(l.body) < len(in.body) {
				g.inner[b] = l
			}
			l.releases = l.releases || slices.ContainsFunc(b.Instrs, e.mayRelease)
		}
	}
	return g
}

// addLoop adds the natural loop of a back edge.
func (g *graph) addLoop(header, from *ssa.BasicBlock) {
	l := g.loops[header]
	if l == nil {
		l = &loop{header: header, body: map[*ssa.BasicBlock]bool{header: true}, ranges: strings.HasPrefix(header.Comment, "range")}
		g.loops[header] = l
	}
	todo := []*ssa.BasicBlock{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l.body[b] {
			continue
		}
		l.body[b] = true
		todo = append(todo, b.Preds...)
	}
}

// mayRelease reports whether an instruction gives back a lock, by itself or in what it calls.
func (e *engine) mayRelease(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if st := e.Statement(call); st != nil {
		return st.releases()
	}
	if fn := call.Common().StaticCallee(); fn != nil && (fn.Parent() != nil || origin(fn).Pkg == e.Package) {
		return e.functionReleases(origin(fn), map[*ssa.Function]bool{})
	}
	fn := calledFunc(call.Common())
	if fn == nil {
		_, builtin := call.Common().Value.(*ssa.Builtin)
		return !builtin && !call.Common().IsInvoke() && len(call.Common().Args) == 0 // a function that is kept in a value
	}
	if c, ok := e.Declared[fn]; ok && c.Releases {
		return true
	}
	if call.Common().IsInvoke() {
		for _, m := range e.implementations(fn) {
			if f := e.Package.Prog.FuncValue(m); f != nil && e.functionReleases(f, map[*ssa.Function]bool{}) {
				return true
			}
		}
	}
	s := e.imported(fn)
	return s != nil && s.does(releases, releaseAll, ends)
}

// functionReleases reports whether a function of this package gives back locks or ends sessions, at whatever depth.
func (e *engine) functionReleases(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if fn == nil || seen[fn] || fn.Parent() == nil && !e.relevant[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				if c, ok := instr.(*ssa.MakeClosure); ok && e.functionReleases(c.Fn.(*ssa.Function), seen) {
					return true
				}
				continue
			}
			if st := e.Statement(call); st != nil {
				if st.releases() {
					return true
				}
				continue
			}
			if callee := call.Common().StaticCallee(); callee != nil && origin(callee).Blocks != nil {
				if e.functionReleases(origin(callee), seen) {
					return true
				}
				continue
			}
			obj := calledFunc(call.Common())
			if _, builtin := call.Common().Value.(*ssa.Builtin); obj == nil && !builtin {
				return true // whatever is kept in a value
			}
			if obj != nil {
				switch e.Table.Method(obj).Kind {
				case session.Closes, session.Releases, session.Hijacks, session.MayDiscard:
					return true
				}
				if s := e.imported(obj); s != nil && s.does(releases, releaseAll, ends, givesBack) {
					return true
				}
				if c, ok := e.Declared[obj]; ok && c.Releases {
					return true
				}
			}
		}
	}
	return false
}

// releases reports whether a statement gives back a lock.
func (st *Statement) releases() bool {
	for _, a := range st.Alternatives {
		for _, l := range a.Locks {
			if l.Func.Action != locksql.Acquire {
				return true
			}
		}
	}
	return false
}
