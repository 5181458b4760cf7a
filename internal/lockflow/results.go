package lockflow

import (
	"go/types"
	"strconv"
)

// results gives a call results of which nothing is known. If err is not nil, it is the error among them.
func (r *run) results(st *state, c *callSite, err *term) {
	if c.value == nil {
		return
	}
	if err == nil {
		err = r.sameError(st, c)
	}
	sig := c.instr.Common().Signature()
	n := sig.Results().Len()
	out := make([]*term, n)
	for i := range out {
		typ := sig.Results().At(i).Type()
		switch {
		case isError(typ) && i == n-1 && err != nil:
			out[i] = err
		case pure(c.fn, typ), isError(typ) && i > 0 && pure(c.fn, sig.Results().At(0).Type()) && plain(sig):
			name := "call " + c.fn.FullName()
			if i > 0 {
				name += "#" + strconv.Itoa(i)
			}
			out[i] = r.ts.op(name, typ, r.flat(st, c)...)
		default:
			out[i] = r.ts.made(c.instr, i, typ)
		}
	}
	if c.fn != nil && c.fn.FullName() == "sync.OnceFunc" {
		out[0] = c.args[0]
	}
	if n > 0 && r.limitedBy(st, c.args) {
		st.facts[r.limited(out[0])] = true
	}
	r.setResults(st, c, out)
}

// sameError returns the error that a function is given and returns in another form, or an error that is new.
func (r *run) sameError(st *state, c *callSite) *term {
	sig := c.instr.Common().Signature()
	if c.fn == nil || sig.Results().Len() != 1 || !isError(sig.Results().At(0).Type()) {
		return nil
	}
	var given *term
	for _, a := range r.flat(st, c) {
		if a.typ == nil || !isError(a.typ) {
			continue
		}
		if given = a; r.isNonNil(st, a) {
			break // joined with others
		}
	}
	switch name := c.fn.FullName(); {
	case name == "fmt.Errorf", name == "errors.New":
		return r.ts.op("error", sig.Results().At(0).Type(), r.ts.made(c.instr, 0, nil))
	case name == "errors.Unwrap", name == "(context.Context).Err", name == "context.Cause":
		return nil
	case given == nil && sig.Recv() == nil && makesErrors(c.fn.Name()):
		return r.ts.op("error", sig.Results().At(0).Type(), r.ts.made(c.instr, 0, nil))
	}
	return given
}

// setResults gives the value of a call its terms.
func (r *run) setResults(st *state, c *callSite, out []*term) {
	switch {
	case c.value == nil:
	case len(out) == 1:
		st.frame.env[c.value] = out[0]
	default:
		st.frame.env[c.value] = r.ts.tuple(out)
	}
}

func lastIsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && isError(sig.Results().At(n-1).Type())
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}
