package lockflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// panics notes the locks that an explicit panic leaves held.
func (r *run) panics(st *state) {
	for _, h := range st.locks {
		r.panicky(st, h)
	}
}

// panicky notes that a lock stays held after a panic, unless something that is deferred releases it or ends its session.
func (r *run) panicky(st *state, h *held) {
	if h.unsure || h.lock.Func.Scope != locksql.Session {
		return
	}
	if slices.ContainsFunc(st.frame.defers, func(d deferral) bool { return r.mayRelease(d.instr) || r.endsOn(d.instr) }) {
		return
	}
	r.findings = append(r.findings, Finding{Kind: Panic, Pos: h.lock.Pos, Lock: h.lock})
}

// endsOn reports whether a call ends a server session.
func (r *run) endsOn(call ssa.CallInstruction) bool {
	fn := calledFunc(call.Common())
	if fn == nil {
		return false
	}
	e := r.Table.Method(fn)
	return e.Kind == session.Closes
}
