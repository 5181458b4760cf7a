package unlockpair_test

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// A lockSite is a call that acquires or releases a session lock: by its SQL, or by what it calls.
type lockSite struct {
	fn       *function
	path     []ast.Node // from the declaration to the call
	call     *ast.CallExpr
	callee   types.Object
	acquires bool // or else releases
	text     ast.Expr
	sql      string       // what is known of the text
	sess     ast.Expr     // what it runs on, if that is known
	key      string       // a constant, or the argument as it is written
	handle   types.Object // the variable that gets what releases the lock
}

// A function is a declaration with its sites.
type function struct {
	unit  *unit
	src   *source
	decl  *ast.FuncDecl
	obj   *types.Func
	sites []*lockSite
}

// A finder finds the sites of all functions of the tree.
type finder struct {
	tr    *tree
	funcs []*function
	deeds map[types.Object]deed
}

func findSites(tr *tree) *finder {
	f := &finder{tr: tr, deeds: map[types.Object]deed{}}
	for _, u := range tr.order {
		for _, src := range u.files {
			for _, d := range src.file.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
					f.funcs = append(f.funcs, &function{unit: u, src: src, decl: d, obj: u.state.info.Defs[d.Name].(*types.Func)})
				}
			}
		}
	}
	for changed, rounds := true, 0; changed && rounds < 10; rounds++ {
		changed = false
		set := func(obj types.Object, d deed) {
			if obj != nil && f.deeds[obj] != d {
				f.deeds[obj], changed = d, true
			}
		}
		for _, fn := range f.funcs {
			fn.sites = f.find(fn)
			set(fn.obj, f.deed(fn))
			f.values(fn, set)
		}
	}
	return f
}

func (fn *function) info() *types.Info { return fn.unit.state.info }

// at returns what stands at n in the source.
func (fn *function) at(tr *tree, n ast.Node) string {
	return string(fn.src.text[tr.offset(n.Pos()):tr.offset(n.End())])
}

func (tr *tree) offset(pos token.Pos) int { return tr.fset.Position(pos).Offset }

// find returns the sites of fn, with what is known of other functions so far.
func (f *finder) find(fn *function) (out []*lockSite) {
	var path []ast.Node
	ast.Inspect(fn.decl, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		path = append(path, n)
		if call, ok := n.(*ast.CallExpr); ok {
			if s := f.site(fn, call, slices.Clone(path)); s != nil {
				out = append(out, s)
			}
		}
		return true
	})
	return out
}

func (f *finder) site(fn *function, call *ast.CallExpr, path []ast.Node) *lockSite {
	info := fn.info()
	s := &lockSite{fn: fn, call: call, path: path, callee: f.callee(fn, call)}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && info.Selections[sel] != nil {
		s.sess = sel.X
	}
	var keys []string // what the arguments hold that are neither context nor session nor text
	for _, arg := range call.Args {
		sql := constantText(info, arg)
		switch typ := info.TypeOf(arg); {
		case strings.Contains(sql, "advisory_"):
			s.text, s.sql = arg, sql
		case isContext(typ):
		case s.sess == nil && sessionKind(typ) != noSession:
			s.sess = arg
		default:
			keys = append(keys, plainKey(info, fn.at(f.tr, arg), arg))
		}
	}
	if s.text != nil {
		return f.runs(s, keys)
	}
	return f.helps(s, keys)
}

// runs completes the site of a call that runs a text. It returns nil if the text is not run, or does not only acquire or
// only release.
func (f *finder) runs(s *lockSite, keys []string) *lockSite {
	calls := sqlCall.FindAllStringSubmatch(s.sql, -1)
	fn, ok := s.callee.(*types.Func)
	if !ok || len(calls) == 0 || notRun.MatchString(fn.FullName()) || strings.Contains(s.sql, "CREATE FUNCTION") {
		return nil
	}
	s.acquires = strings.EqualFold(calls[0][1], "lock")
	for _, c := range calls {
		if strings.EqualFold(c[1], "lock") != s.acquires {
			return nil
		}
	}
	s.key = placeholder.ReplaceAllStringFunc(strings.ReplaceAll(calls[0][3], " ", ""), func(string) string {
		if len(keys) == 0 {
			return "?"
		}
		first := keys[0]
		keys = keys[1:]
		return first
	})
	return s
}

var (
	sqlCall     = regexp.MustCompile(`(?i)pg_(?:try_)?advisory_(lock|unlock)(_shared|_all)?\(((?:[^()]|\([^()]*\))*)\)`)
	placeholder = regexp.MustCompile(`\$\d(::\w+)?|\?|%d`)
	notRun      = regexp.MustCompile(`^(fmt|log|errors|strings)\.|sqlmock|\.Prepare`)
)

// helps completes the site of a call of something that acquires or releases. It returns nil if that does neither.
func (f *finder) helps(s *lockSite, keys []string) *lockSite {
	d := f.deeds[s.callee]
	fun := ast.Unparen(s.call.Fun)
	if made, ok := fun.(*ast.CallExpr); ok { // begin(ctx)()
		d = deed{releases: f.deeds[f.callee(s.fn, made)].handle}
	}
	if sel, ok := fun.(*ast.SelectorExpr); ok && f.isHeld(s.fn, sel.X) && slices.Contains([]string{"Close", "Release", "Unlock"}, sel.Sel.Name) {
		d = deed{releases: true}
	}
	if d == (deed{}) {
		return nil
	}
	s.acquires, s.key = d.acquires, strings.Join(keys, ",")
	if d.handle {
		s.handle = assigned(s.fn.info(), s.path, f.isHandle)
	}
	if id, ok := fun.(*ast.Ident); ok && isFunction(s.fn.info().TypeOf(id)) {
		if _, ok := s.callee.(*types.Var); ok {
			s.sess = id
		}
	}
	return s
}

// plainKey is the value of a constant, or the text of another expression without its conversion.
func plainKey(info *types.Info, text string, e ast.Expr) string {
	if v := info.Types[e].Value; v != nil {
		return v.ExactString()
	}
	if call, ok := e.(*ast.CallExpr); ok && info.Types[call.Fun].IsType() {
		return text[strings.Index(text, "(")+1 : len(text)-1]
	}
	return text
}

// constantText returns what is constant of a text: the whole, or the parts that are joined or formatted.
func constantText(info *types.Info, e ast.Expr) string {
	if tv := info.Types[e]; tv.Value != nil {
		if tv.Value.Kind() == constant.String {
			return constant.StringVal(tv.Value)
		}
		return ""
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return constantText(info, e.X) + constantText(info, e.Y)
	case *ast.CallExpr:
		if b, ok := info.TypeOf(e).(*types.Basic); ok && b.Kind() == types.String {
			out := ""
			for _, arg := range e.Args {
				out += constantText(info, arg)
			}
			return out
		}
	}
	return ""
}

// callee returns what a call calls: a function, a method, or a variable or field of function type.
func (f *finder) callee(fn *function, call *ast.CallExpr) types.Object {
	fun := ast.Unparen(call.Fun)
	if ix, ok := fun.(*ast.IndexExpr); ok {
		fun = ix.X
	}
	info := fn.info()
	switch fun := fun.(type) {
	case *ast.Ident:
		return original(info.Uses[fun])
	case *ast.SelectorExpr:
		obj := original(info.Uses[fun.Sel])
		if m, ok := obj.(*types.Func); ok && types.IsInterface(info.TypeOf(fun.X)) {
			return f.implementation(fn.unit, m, info.TypeOf(fun.X))
		}
		return obj
	}
	return nil
}

// balanced reports whether an acquisition is released by its own function, not only after an error.
func (f *finder) balanced(a *lockSite) bool {
	return slices.ContainsFunc(a.fn.sites, func(r *lockSite) bool {
		return !r.acquires && a.frame() == r.frame() && !r.afterError(f.tr)
	})
}

// afterError reports whether the call stands in the body of an if that asks for an error.
func (s *lockSite) afterError(tr *tree) bool {
	for i, n := range s.path[:len(s.path)-1] {
		if n, ok := n.(*ast.IfStmt); ok && s.path[i+1] == n.Body && errorCondition.MatchString(s.fn.at(tr, n.Cond)) {
			return true
		}
	}
	return false
}

var errorCondition = regexp.MustCompile(`(?i)\w*err != nil`)

// frame returns the function that the call runs in: its declaration, or the innermost literal around it that is not
// just called, deferred or given to a sync.Once.
func (s *lockSite) frame() ast.Node {
	for i := len(s.path) - 1; i > 0; i-- {
		if lit, ok := s.path[i].(*ast.FuncLit); ok && !inline(lit, s.path[i-1], s.path[max(i-2, 0)]) {
			return lit
		}
	}
	return s.fn.decl
}

func inline(lit *ast.FuncLit, parent, grand ast.Node) bool {
	call, ok := parent.(*ast.CallExpr)
	if !ok {
		return false
	}
	if _, ok := grand.(*ast.GoStmt); ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return call.Fun == lit || ok && sel.Sel.Name == "Do"
}

// deferred returns the statement that defers the call, or what the call stands in.
func (s *lockSite) deferred() *ast.DeferStmt {
	frame := s.frame()
	for _, n := range slices.Backward(s.path) {
		if d, ok := n.(*ast.DeferStmt); ok {
			return d
		}
		if n == frame {
			break
		}
	}
	return nil
}

// assigned returns the variable of such a type that the call at the end of the path is assigned to.
func assigned(info *types.Info, path []ast.Node, is func(types.Type) bool) types.Object {
	if as, ok := path[len(path)-2].(*ast.AssignStmt); ok {
		for _, l := range as.Lhs {
			if obj := variable(info, l); obj != nil && is(obj.Type()) {
				return obj
			}
		}
	}
	return nil
}
