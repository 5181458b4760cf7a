package unlockpair_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// A match is a release, with the acquisition that it belongs to.
type match struct {
	acquisition, release *lockSite
	where                place
}

// A place says where a release is, seen from the acquisition.
type place int

const (
	local   place = iota // in the same function
	closure              // in a function literal that the acquiring function makes, and that runs by itself
	method               // in another method of the type
)

// A matcher finds the matches of a tree in which a fault is certain to do harm.
type matcher struct {
	*finder
	loud map[line]bool // where a report is expected
}

type line struct {
	file string
	line int
}

// undecided are functions of which nobody can say what a fault in them does.
var undecided = map[string]string{
	"inhouse.eitherWay": "its handle is a pool or a transaction",
}

// matches returns at most one match of each release.
func (m *matcher) matches() (out []match) {
	for _, fn := range m.funcs {
		if name := fn.unit.path + "." + fn.decl.Name.Name; flagged[fn.unit.path] || undecided[name] != "" || !m.harmed(fn) {
			continue
		}
		for _, r := range fn.sites {
			if r.acquires {
				continue
			}
			if a, where, ok := m.match(r); ok && m.harmed(a.fn) && m.quiet(a) && m.quiet(r) && !afterFailure(a, r) {
				out = append(out, match{a, r, where})
			}
		}
	}
	return out
}

// harmed reports whether nothing is reported in fn, and nothing in it makes a fault harmless: that it can end the
// session, that a directive excuses it, or that it ends with the program.
func (m *matcher) harmed(fn *function) bool {
	from, to := m.tr.fset.Position(fn.decl.Pos()), m.tr.fset.Position(fn.decl.End())
	for n := from.Line; n <= to.Line; n++ {
		if m.loud[line{from.Filename, n}] {
			return false
		}
	}
	if ending.MatchString(fn.at(m.tr, fn.decl)) || fn.unit.state.pkg.Name() == "main" && fn.decl.Name.Name == "main" {
		return false
	}
	closes := false
	ast.Inspect(fn.decl, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == "Close" {
			closes = closes || sessionKind(fn.info().TypeOf(sel.X)) == nativeSession
		}
		return true
	})
	return !closes
}

var ending = regexp.MustCompile(`\bHijack\(|ErrBadConn|\b(sql|sqlx|gorm)\.Open\(|pgxpool\.New|pgx\.Connect|IsClosed|//advlock:`)

// quiet reports whether this analyzer speaks of what the call runs on, and has said nothing of what it calls.
func (m *matcher) quiet(s *lockSite) bool {
	if s.sess != nil && s.handle == nil {
		if k := sessionKind(s.fn.info().TypeOf(s.sess)); k == poolSession || k == transactionSession {
			return false
		}
	}
	i := slices.IndexFunc(m.funcs, func(fn *function) bool { return fn.obj == s.callee })
	return i < 0 || m.harmed(m.funcs[i])
}

func (m *matcher) match(r *lockSite) (a *lockSite, where place, ok bool) {
	for _, later := range []bool{false, true} {
		for _, a := range slices.Backward(r.fn.sites) {
			if a.acquires && m.belong(a, r) && a.frame() == r.frame() && (a.call.Pos() > r.call.Pos()) == later &&
				(!later || r.deferred() != nil) {
				return a, local, true
			}
		}
	}
	for _, a := range r.fn.sites {
		if a.acquires && m.belong(a, r) && a.frame() != r.frame() && within(r.frame(), a.frame()) {
			return a, closure, true
		}
	}
	t := receiver(r.fn)
	if t == nil || slices.ContainsFunc(r.fn.sites, func(s *lockSite) bool { return s.acquires }) {
		return nil, 0, false
	}
	for _, fn := range m.funcs {
		if fn.unit != r.fn.unit || receiver(fn) != t && !makes(fn, t) {
			continue
		}
		for _, a := range fn.sites {
			if a.acquires && !m.balanced(a) && a.handle == nil && (a.text == nil) == (r.text == nil) && sameMode(a, r) {
				return a, method, true
			}
		}
	}
	return nil, 0, false
}

func within(inner, outer ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}

// belong reports whether r, in the same declaration, releases what a acquired.
func (m *matcher) belong(a, r *lockSite) bool {
	switch {
	case a.handle != nil:
		return r.sess != nil && root(r.fn, r.sess) == a.handle
	case a.sess == nil || r.sess == nil:
		return a.sess == r.sess
	case !sameMode(a, r) || a.key != r.key && a.key != "" && r.key != "" && !alone(a):
		return false
	case r.text == nil && isFunction(r.fn.info().TypeOf(r.sess)):
		return true // a closure, into which nobody looks here
	}
	return root(a.fn, a.sess) == root(r.fn, r.sess)
}

// alone reports whether its declaration acquires nothing else: then a key is the same, however it is written.
func alone(a *lockSite) bool {
	return !slices.ContainsFunc(a.fn.sites, func(s *lockSite) bool { return s != a && s.acquires })
}

func isFunction(t types.Type) bool { _, ok := t.Underlying().(*types.Signature); return ok }

// sameMode reports whether the release is for the mode of the acquisition, as far as both are known.
func sameMode(a, r *lockSite) bool {
	return a.text == nil || r.text == nil || strings.Contains(r.sql, "unlock_all") ||
		strings.Contains(a.sql, "_shared(") == strings.Contains(r.sql, "_shared(")
}

// receiver returns the type that fn is a method of.
func receiver(fn *function) *types.TypeName {
	if recv := fn.obj.Signature().Recv(); recv != nil {
		return named(recv.Type())
	}
	return nil
}

func named(t types.Type) *types.TypeName {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Origin().Obj()
	}
	return nil
}

func makes(fn *function, t *types.TypeName) bool {
	for r := range fn.obj.Signature().Results().Variables() {
		if named(r.Type()) == t {
			return true
		}
	}
	return false
}

// afterFailure reports whether the release stands where the acquisition has failed.
func afterFailure(a, r *lockSite) bool {
	for i, n := range r.path[:len(r.path)-1] {
		if n, ok := n.(*ast.IfStmt); ok && r.path[i+1] == n.Body && slices.Contains(a.path, ast.Node(n)) {
			return !slices.Contains(a.path, ast.Node(n.Body))
		}
	}
	return false
}

// covered reports whether another call that was deferred before pos releases the lock.
func (m *matcher) covered(mt match, pos token.Pos) bool {
	return slices.ContainsFunc(mt.release.fn.sites, func(other *lockSite) bool {
		d := other.deferred()
		return !other.acquires && d != nil && d != mt.release.deferred() && d.Pos() < pos &&
			other.frame() == mt.release.frame() && m.belong(mt.acquisition, other)
	})
}

// elsewhere reports whether the function still has to release the lock without this release: another one remains, and
// not only for the case of an error, in which the function would leave the lock to its caller.
func (m *matcher) elsewhere(mt match) bool {
	r := mt.release
	return slices.ContainsFunc(r.fn.sites, func(other *lockSite) bool {
		return other != r && !other.acquires && other.call.Pos() > mt.acquisition.call.Pos() && other.frame() == r.frame() &&
			other.callee == r.callee && m.belong(mt.acquisition, other) && !other.afterError(m.tr)
	})
}

// own reports whether the function of the acquisition, or its type, has obtained the session, so that nobody else can
// release the lock.
func (m *matcher) own(a *lockSite) bool {
	if a.handle != nil || a.sess == nil {
		return a.handle != nil
	}
	session := root(a.fn, a.sess)
	for _, fn := range m.funcs {
		if fn.unit != a.fn.unit || session == nil {
			continue
		}
		found := false
		ast.Inspect(fn.decl, func(n ast.Node) bool {
			if as, ok := n.(*ast.AssignStmt); ok && variable(fn.info(), as.Lhs[0]) == session {
				value := as.Rhs[0]
				if id, ok := value.(*ast.Ident); ok {
					value = definition(fn, fn.info().ObjectOf(id))
				}
				found = found || fromPool(fn, value)
			}
			return true
		})
		if found {
			return true
		}
	}
	return false
}

// fromPool reports whether the value is a connection that a pool gives out.
func fromPool(fn *function, value ast.Expr) bool {
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sessionKind(fn.info().TypeOf(sel.X)) == poolSession
}
