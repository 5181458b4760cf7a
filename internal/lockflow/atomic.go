package lockflow

import (
	"go/types"
	"strings"
)

// atomic follows the methods and functions of sync/atomic: flags that say whether a lock is held are kept there.
func (r *run) atomic(st *state, c *callSite) ([]*state, bool) {
	if c.fn.Pkg().Path() != "sync/atomic" || len(c.args) == 0 {
		return nil, false
	}
	var cell *term
	name := c.fn.Name()
	if c.fn.Signature().Recv() != nil {
		cell = r.ts.addr(c.args[0], "v", nil, nil)
	} else {
		cell = c.args[0]
		name = strings.TrimRight(name, "Intu3264ptrPoU")
	}
	results := c.instr.Common().Signature().Results()
	value := func() *term {
		typ := types.Type(types.Typ[types.Bool])
		if results.Len() > 0 {
			typ = results.At(0).Type()
		}
		return r.load(st, cell, typ)
	}
	switch {
	case name == "Load":
		r.setResults(st, c, []*term{value()})
	case name == "Store" && len(c.args) == 2:
		r.store(st, cell, c.args[1])
	case name == "Swap" && len(c.args) == 2:
		r.setResults(st, c, []*term{value()})
		r.store(st, cell, c.args[1])
	case name == "CompareAndSwap" && len(c.args) == 3:
		if typ := c.args[1].typ; typ != nil && st.heap[cell] == nil {
			st.heap[cell] = r.load(st, cell, typ)
		}
		same := r.ts.equal(value(), c.args[1])
		other := st.clone()
		var states []*state
		if r.assume(other, same, false) {
			r.setResults(other, c, []*term{r.ts.falseTerm})
			states = append(states, other)
		}
		if r.assume(st, same, true) {
			r.store(st, cell, c.args[2])
			r.setResults(st, c, []*term{r.ts.trueTerm})
			states = append(states, st)
		}
		return states, true
	default:
		return nil, false
	}
	return []*state{st}, true
}
