package lockop

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/directive"
	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// Declared stands for the name of the SQL function where only a directive says that a lock is taken.
const Declared = "advlock:" + directive.Acquires

// A declaration is a function or a method of an interface of which directives say what cannot be inferred.
type declaration struct {
	fn   *types.Func
	name *ast.Ident
	decl *ast.FuncDecl // nil for a method of an interface
	directive.Contract
}

// declares reports whether there is any declaration in a package.
func declares(set *directive.Set) bool {
	return slices.ContainsFunc(set.All(), func(d *directive.Directive) bool {
		return d.Is(directive.Acquires) || d.Is(directive.Releases)
	})
}

// declarations returns the declarations of the package, in the order of the source.
func declarations(pass *analysis.Pass, set *directive.Set) []declaration {
	if !declares(set) {
		return nil
	}
	var out []declaration
	note := func(name *ast.Ident, decl *ast.FuncDecl, c directive.Contract) {
		if fn, ok := pass.TypesInfo.Defs[name].(*types.Func); ok && (c.Acquires || c.Releases) {
			out = append(out, declaration{fn, name, decl, c})
		}
	}
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				note(n.Name, n, set.Func(n))
			case *ast.InterfaceType:
				for _, m := range n.Methods.List {
					for _, name := range m.Names {
						note(name, nil, set.Method(m))
					}
				}
			}
			return true
		})
	}
	return out
}

// declare adds what the declarations say to the functions of the package, each as a use at the name of its function.
func (c *collector) declare(all []declaration) {
	for _, d := range all {
		var fn *function
		if d.decl != nil {
			fn = c.function(d.decl)
		} else {
			fn = newFunction(d.fn)
			c.all = append(c.all, fn)
		}
		fn.uses = append(fn.uses, use{at: d.name, declared: &d.Contract, name: shortName(d.fn), ways: ways{{nil, direct}}})
	}
}

// declaredLocks returns the locks that a declaration says are held when fn returns, one for each key. If one is seen, or
// an implementation of the method is seen to take one, the declaration adds nothing.
func (g *graph) declaredLocks(fn *function, u use) []Acquired {
	if !u.declared.Acquires {
		return nil
	}
	var seen []Acquired
	for _, of := range g.implementations(fn.obj) {
		if impl := g.byObj[of]; impl != nil && impl != fn {
			seen = merge(seen, g.heldBy(impl).leaves)
		}
	}
	if len(seen) > 0 {
		return seen
	}
	op := lockmap.Operation{
		Pos:      g.place(u.at.Pos()),
		Package:  g.pass.Pkg.Path(),
		Func:     u.name,
		Function: Declared,
		Action:   "acquire",
		Scope:    "session",
		Mode:     "exclusive",
		Session:  lockmap.Session{Class: session.Unknown.String(), Why: "declared by a directive"},
	}
	if len(u.declared.Keys) == 0 {
		return []Acquired{{Op: op}}
	}
	var out []Acquired
	for _, written := range u.declared.Keys {
		key, param := g.declaredKey(fn, written)
		op.Keys = []lockmap.Key{key}
		out = append(out, Acquired{Op: op, Params: []int{param}})
	}
	return out
}

// declaredKey describes a key as a directive writes it: a number, a parameter of the function, whose index is returned too,
// a constant of the package, or any name for it.
func (g *graph) declaredKey(fn *function, written string) (key lockmap.Key, param int) {
	key, param = lockmap.Key{Expr: written}, -1
	if n, err := strconv.ParseInt(written, 0, 64); err == nil {
		key.How, key.Const = "constant", &n
		return key, param
	}
	for p := range fn.obj.Signature().Params().Variables() {
		if p.Name() == written {
			key.How = "parameter"
			return key, g.index(fn, p)
		}
	}
	key.How = "declared"
	if c, ok := g.pass.Pkg.Scope().Lookup(written).(*types.Const); ok {
		if n, exact := constant.Int64Val(constant.ToInt(c.Val())); exact {
			key.How, key.Const = "constant", &n
		}
	}
	return key, param
}

// heldOnPurpose returns the release of a lock that is taken at a use and meant to live as long as the process.
func (g *graph) heldOnPurpose(fn *function, u use) (release, bool) {
	if u.at == nil {
		return release{}, false
	}
	d, ok := g.directives.Held(u.at.Pos())
	if !ok {
		return release{}, false
	}
	return release{in: fn, use: u, name: u.name, how: "held on purpose: " + d.Why, purpose: true}, true
}

// describedAs describes the locks of a declaration that nothing else is known of.
func (g *graph) describedAs(fn *function, u use) []lockmap.Operation {
	var out []lockmap.Operation
	for _, a := range g.heldBy(fn).leaves {
		if a.Op.Function == Declared && a.Op.Pos == g.place(u.at.Pos()) {
			a.Op.Callers = g.callersOf(fn, a)
			a.Op.Releases = g.released(fn, u, a.Op)
			out = append(out, a.Op)
		}
	}
	return out
}
