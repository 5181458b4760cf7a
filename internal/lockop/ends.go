package lockop

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A sessionEnd is a call that ends a server session, and with it all its locks, or seems to.
type sessionEnd struct {
	call    *ast.CallExpr
	name    string
	how     string
	failure bool // it stands where an error occurred
}

const endOfSession = "end of the session"

// endOf reports whether a call ends the server session of its receiver.
func (f *finder) endOf(table *session.Table, call *ast.CallExpr, fn *types.Func) (sessionEnd, bool) {
	e := table.Method(fn)
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	switch {
	case !ok:
		return sessionEnd{}, false
	case e.Kind == session.Hijacks:
		return sessionEnd{call: call, how: "connection taken out of the pool"}, true
	case e.Kind == session.Closes && table.Of(f.info.TypeOf(sel.X)).End == session.EndsSession:
		return sessionEnd{call: call, how: endOfSession}, true
	case e.Kind == session.Releases && table.Of(f.info.TypeOf(sel.X)).Class == session.Pinned:
		return sessionEnd{call: call, how: "no unlock: the connection goes back to its pool with the lock"}, true
	}
	return sessionEnd{}, false
}

// sessionEnds finds calls that end the server session, in fn, its callers and the methods of its type.
func (g *graph) sessionEnds(fn *function) []lockmap.Release {
	var out []lockmap.Release
	seen := map[*function]bool{}
	var look func(fn *function, depth int)
	look = func(fn *function, depth int) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		for _, end := range g.flow.ends[fn.obj] {
			if fn.obj != nil && !end.failure {
				out = append(out, lockmap.Release{Place: lockmap.Place{Pos: g.place(end.call.Pos()), Func: end.name}, How: end.how})
			}
		}
		if depth == 0 || fn.obj == nil || len(out) > 0 {
			return
		}
		for _, m := range g.byRecv[fn.recv] {
			look(m, 0)
		}
		for _, c := range g.callers[fn.obj] {
			look(c.in, depth-1)
		}
	}
	look(fn, 2)
	if ended := slices.IndexFunc(out, func(r lockmap.Release) bool { return r.How == endOfSession }); ended >= 0 {
		return out[ended : ended+1]
	}
	return out
}
