package lockflow

import (
	"go/types"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// declared makes the summary of a function from what a directive says of it. Its locks belong to a session that is known
// by the receiver, or else by the package: the directive says no more.
func (e *engine) declared(fn *types.Func, c Contract) *Summary {
	sig := fn.Signature()
	var self []*term
	if recv := sig.Recv(); recv != nil {
		self = append(self, e.ts.param(0, recv.Type()))
	}
	sess := e.ts.op("declared "+fn.Pkg().Path(), nil, self...)
	s := &Summary{}
	end := func(truth bool, log ...effect) {
		o := outcome{facts: map[*term]bool{}, log: log}
		for i := range sig.Results().Len() {
			t := e.ts.made(fn, i, sig.Results().At(i).Type())
			switch {
			case isError(t.typ) && i == sig.Results().Len()-1:
				o.facts[e.ts.equal(t, e.ts.nilTerm)] = truth
			case isBool(t.typ):
				o.facts[t] = truth
			}
			o.results = append(o.results, t)
		}
		s.outcomes = append(s.outcomes, o)
	}
	if c.Releases {
		end(true, effect{deed: releaseAll, sess: sess, fn: locksql.Func{Action: locksql.ReleaseAll}})
		end(false, effect{deed: releaseAll, sess: sess, fn: locksql.Func{Action: locksql.ReleaseAll}})
		return s
	}
	var keys []*term
	for _, k := range c.Keys {
		keys = append(keys, e.ts.op("key "+k, nil))
	}
	end(true, effect{deed: acquires, sess: sess, keys: keys})
	if lastIsError(sig) || sig.Results().Len() > 0 && isBool(sig.Results().At(0).Type()) {
		end(false)
	}
	return s
}
