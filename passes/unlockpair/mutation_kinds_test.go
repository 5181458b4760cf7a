package unlockpair_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A mutation is one way to spoil a release.
type mutation struct {
	name  string
	floor int // the percentage that has to be reported
	spoil func(*matcher, match) []mutant
}

var mutations = []mutation{
	{"release removed", 92, (*matcher).removed},
	{"early return before the release", 95, (*matcher).returning},
	{"shared for exclusive", 92, (*matcher).otherMode},
	{"another key", 92, (*matcher).otherKey},
	{"release on the pool", 94, (*matcher).onPool},
	{"release under a context that may be done", 80, (*matcher).attached},
	{"connection given back before the release", 94, (*matcher).reversed},
}

// removed takes the release away: its statement, or the call, or the SQL if results are used.
func (m *matcher) removed(mt match) []mutant {
	r := mt.release
	if m.covered(mt, r.call.Pos()) || !m.own(mt.acquisition) && (mt.where != local || !m.elsewhere(mt)) {
		return nil
	}
	i := len(r.path) - 1
	for ; i > 1; i-- { // to the end of conn.QueryRow(..).Scan(..)
		call, isCall := r.path[i-1].(*ast.CallExpr)
		if _, ok := r.path[i-1].(*ast.SelectorExpr); !ok && (!isCall || call.Fun != r.path[i]) {
			break
		}
	}
	switch stmt := r.path[i-1].(type) {
	case *ast.ExprStmt, *ast.DeferStmt:
		return []mutant{m.mutant(r, m.replace(r.fn, stmt, ""))}
	}
	if r.text != nil {
		return []mutant{m.mutant(r, m.replace(r.fn, r.text, `"SELECT 1"`))}
	}
	var names, zeros []string
	switch t := r.fn.info().TypeOf(r.call).(type) {
	case *types.Tuple:
		for v := range t.Variables() {
			names, zeros = append(names, v.Type().String()), append(zeros, zero(v.Type(), v.Type().String()))
		}
	default:
		names, zeros = []string{t.String()}, []string{zero(t, t.String())}
	}
	return []mutant{m.mutant(r, m.replace(r.fn, r.call,
		fmt.Sprintf("func() (%s) { return %s }()", strings.Join(names, ", "), strings.Join(zeros, ", "))))}
}

// returning inserts a return before the statement that releases, or that defers the release. It is once the return of
// an error, and once another.
func (m *matcher) returning(mt match) (out []mutant) {
	r := mt.release
	stmt := statement(r)
	if mt.where != local || stmt == nil || mt.acquisition.call.End() > stmt.Pos() || m.covered(mt, stmt.Pos()) {
		return nil
	}
	results := r.fn.decl.Type.Results
	if lit, ok := r.frame().(*ast.FuncLit); ok {
		results = lit.Type.Results
	}
	var zeros []string
	fails := false
	if results != nil {
		for _, field := range results.List {
			for range max(1, len(field.Names)) {
				t := r.fn.info().TypeOf(field.Type)
				zeros, fails = append(zeros, zero(t, r.fn.at(m.tr, field.Type))), t.String() == "error"
			}
		}
	}
	add := func(results []string) {
		end := len(r.fn.src.text)
		out = append(out, m.mutant(r, m.insert(stmt.Pos(),
			"if err := MutantWork(); err != nil { return "+strings.Join(results, ", ")+" }; "), edit{end, end, "\nvar MutantWork func() error\n"}))
	}
	if !r.afterError(m.tr) { // or else it may leave the lock to its caller
		add(zeros)
	}
	if fails {
		add(append(zeros[:len(zeros)-1:len(zeros)-1], "err"))
	}
	return out
}

// statement returns the statement of a list that the call stands in, in the function that it runs in. It is nil if the
// call runs in a literal that is called some other way than deferred.
func statement(s *lockSite) (out ast.Stmt) {
	frame := s.frame()
	for i := len(s.path) - 1; i > 0 && s.path[i] != frame; i-- {
		if _, ok := s.path[i].(*ast.FuncLit); ok {
			if _, ok := s.path[i-2].(*ast.DeferStmt); !ok {
				return nil
			}
			out = nil
		}
		switch s.path[i-1].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			if stmt, ok := s.path[i].(ast.Stmt); ok && out == nil {
				out = stmt
			}
		}
	}
	return out
}

// zero is the zero value of a type that is written so.
func zero(t types.Type, text string) string {
	if _, ok := t.(*types.TypeParam); ok {
		return "*new(" + text + ")"
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsNumeric != 0:
			return "0"
		}
		return `""`
	case *types.Struct, *types.Array:
		return "*new(" + text + ")"
	}
	return "nil"
}

// otherMode unlocks an exclusive lock as a shared one, and the other way round.
func (m *matcher) otherMode(mt match) []mutant {
	if mt.release.text == nil || m.covered(mt, mt.release.call.Pos()) {
		return nil
	}
	return m.editText(mt.release, func(sql string) string {
		if shared.MatchString(sql) {
			return shared.ReplaceAllString(sql, "unlock(")
		}
		return exclusive.ReplaceAllString(sql, "unlock_shared(")
	})
}

var (
	shared    = regexp.MustCompile(`(?i)unlock_shared\(`)
	exclusive = regexp.MustCompile(`(?i)unlock\(`)
)

// editText edits the text of the release, if it is constant, or else each literal in it.
func (m *matcher) editText(r *lockSite, change func(string) string) (out []mutant) {
	if v := r.fn.info().Types[r.text].Value; v != nil {
		if sql := constant.StringVal(v); change(sql) != sql {
			out = append(out, m.mutant(r, m.replace(r.fn, r.text, strconv.Quote(change(sql)))))
		}
		return out
	}
	ast.Inspect(r.text, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && change(lit.Value) != lit.Value {
			out = append(out, m.mutant(r, m.replace(r.fn, lit, change(lit.Value))))
		}
		return true
	})
	return out
}

// otherKey unlocks another constant, or another parameter of the same type.
func (m *matcher) otherKey(mt match) []mutant {
	r := mt.release
	if mt.acquisition.key != r.key || m.covered(mt, r.call.Pos()) {
		return nil
	}
	if r.text != nil {
		if out := m.editText(r, func(sql string) string { return lastNumber.ReplaceAllString(sql, "${1}77${2})") }); out != nil {
			return out
		}
	}
	info := r.fn.info()
	for _, arg := range slices.Backward(r.call.Args) {
		tv := info.Types[arg]
		if arg == r.text || isContext(tv.Type) || sessionKind(tv.Type) != noSession {
			continue
		}
		if tv.Value != nil && tv.Value.Kind() == constant.Int {
			return []mutant{m.mutant(r, m.replace(r.fn, arg, "77"+tv.Value.ExactString()))}
		}
		if id, ok := arg.(*ast.Ident); ok && isParam(r.fn, id) {
			for v := range r.fn.obj.Signature().Params().Variables() {
				if v != info.ObjectOf(id) && types.Identical(v.Type(), tv.Type) && !locks(r.fn, v.Name()) {
					return []mutant{m.mutant(r, m.replace(r.fn, arg, v.Name()))}
				}
			}
		}
	}
	return nil
}

// locks reports whether fn acquires the key itself: that is open if the two keys can be one.
func locks(fn *function, key string) bool {
	return slices.ContainsFunc(fn.sites, func(s *lockSite) bool { return s.acquires && s.key == key })
}

var lastNumber = regexp.MustCompile(`(unlock(?:_shared)?\((?:\d+, ?)?)(\d+)\)`)

// onPool releases on the pool that the connection came from, or another that the function knows.
func (m *matcher) onPool(mt match) (out []mutant) {
	r := mt.release
	info := r.fn.info()
	if r.sess == nil || m.covered(mt, r.call.Pos()) {
		return nil
	}
	conn := info.TypeOf(r.sess).String()
	if sessionKind(info.TypeOf(r.sess)) != pinnedSession || r.text == nil && slices.Contains(r.call.Args, r.sess) {
		return nil // a helper takes a connection
	}
	want := map[string]string{
		"*database/sql.Conn":                    "*database/sql.DB",
		"*github.com/jmoiron/sqlx.Conn":         "*github.com/jmoiron/sqlx.DB",
		"*github.com/jackc/pgx/v5/pgxpool.Conn": "*github.com/jackc/pgx/v5/pgxpool.Pool",
	}[conn]
	isPool := func(t types.Type) bool { return t != nil && t.String() == want }
	ast.Inspect(r.fn.decl, func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			if e := e.(ast.Expr); out == nil && isPool(info.TypeOf(e)) && e.Pos() < r.call.Pos() {
				out = append(out, m.mutant(r, m.replace(r.fn, r.sess, r.fn.at(m.tr, e))))
			}
		}
		return true
	})
	if t := receiver(r.fn); out == nil && t != nil && len(r.fn.decl.Recv.List[0].Names) > 0 {
		if st, ok := t.Type().Underlying().(*types.Struct); ok {
			for v := range st.Fields() {
				if isPool(v.Type()) {
					out = append(out, m.mutant(r, m.replace(r.fn, r.sess, r.fn.decl.Recv.List[0].Names[0].Name+"."+v.Name())))
				}
			}
		}
	}
	return out
}

// attached releases under the context of the function, where it has one that nothing ends. Whether that is wrong in a
// closure that somebody else calls is open.
func (m *matcher) attached(mt match) (out []mutant) {
	r := mt.release
	if mt.where != local || r.sess == nil || !livesOn(r) && !slices.ContainsFunc(m.funcs, func(fn *function) bool {
		return fn.obj == r.callee && slices.ContainsFunc(fn.sites, func(s *lockSite) bool { return s.sess != nil && livesOn(s) })
	}) {
		return nil
	}
	ctx := ""
	for v := range r.fn.obj.Signature().Params().Variables() {
		if isContext(v.Type()) {
			ctx = v.Name()
		}
	}
	in := ast.Node(r.call)
	for _, n := range slices.Backward(r.path) {
		if lit, ok := n.(*ast.FuncLit); ok && lit != r.frame() {
			in = lit // the context is made beside the call
			break
		}
	}
	ast.Inspect(in, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && ctx != "" {
			if f := r.fn.at(m.tr, call.Fun); f == "context.Background" || f == "context.WithoutCancel" {
				out = append(out, m.mutant(r, m.replace(r.fn, call, ctx)))
				return false
			}
		}
		return true
	})
	return out
}

// livesOn reports whether the call runs on a connection of pgx that lives on.
func livesOn(s *lockSite) bool {
	t := s.fn.info().TypeOf(s.sess)
	return sessionKind(t) == nativeSession || sessionKind(t) == pinnedSession && strings.Contains(t.String(), "pgxpool")
}

// reversed gives the connection back before the release: by deferring that last, or one statement earlier.
func (m *matcher) reversed(mt match) (out []mutant) {
	r := mt.release
	if r.sess == nil {
		return nil
	}
	i := len(r.path) - 1
	for ; i > 1; i-- {
		if _, ok := r.path[i-1].(*ast.BlockStmt); ok {
			break
		}
	}
	block, ok := r.path[i-1].(*ast.BlockStmt)
	if !ok {
		return nil
	}
	stmt := r.path[i].(ast.Stmt)
	_, deferred := stmt.(*ast.DeferStmt)
	at := slices.Index(block.List, stmt)
	for j, s := range block.List {
		text := r.fn.at(m.tr, s)
		if j == at || strings.Contains(text, "\n") || !m.givesBack(r, s) {
			continue
		}
		switch _, also := s.(*ast.DeferStmt); {
		case also && deferred && j < at:
			out = append(out, m.mutant(r, m.replace(r.fn, s, ""), m.insert(stmt.End(), "; "+text)))
		case also && !deferred && j < at:
			out = append(out, m.mutant(r, m.replace(r.fn, s, strings.TrimPrefix(text, "defer "))))
		case !also && !deferred && j == at+1:
			out = append(out, m.mutant(r, m.insert(stmt.Pos(), text+"; "), m.replace(r.fn, s, "")))
		}
	}
	return out
}

// givesBack reports whether the statement only gives back the connection of the release.
func (m *matcher) givesBack(r *lockSite, s ast.Stmt) bool {
	var call *ast.CallExpr
	switch s := s.(type) {
	case *ast.DeferStmt:
		call = s.Call
	case *ast.ExprStmt:
		call, _ = s.X.(*ast.CallExpr)
	}
	if call == nil {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "Close" || sel.Sel.Name == "Release") &&
		sessionKind(r.fn.info().TypeOf(sel.X)) == pinnedSession && root(r.fn, sel.X) == root(r.fn, r.sess)
}
