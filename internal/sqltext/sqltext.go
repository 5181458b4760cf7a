// Package sqltext says which SQL texts a Go expression can hold.
//
// It knows Go, its syntax and types, and nothing of locks. A value is followed through constants, concatenation,
// fmt.Sprintf, local variables and builders written along the statements of a function, package variables, fields,
// functions of the same package and embedded files. What it cannot follow is a hole in the text, not a failure: most
// of a query is usually known.
//
// A value can hold several texts, one for each branch that assigns it. Work is bounded in depth, steps, alternatives
// and size; past a bound the answer has holes, it is never wrong about the pieces it shows.
//
// The package looks at syntax on purpose. An engine that knows more (parameters, say, or values that cross closures)
// joins in by [Resolver.More], which is asked for what the syntax does not say.
package sqltext

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// Hole stands in a text for a piece that is not known. PostgreSQL text cannot hold a NUL, so no real text has one.
const Hole = '\x00'

// The bounds of the work for one expression. They are far above what hand-written code reaches.
const (
	maxAlternatives = 16      // texts of one value
	maxDepth        = 40      // nested expressions and calls
	maxSteps        = 5_000   // expressions visited
	maxPieces       = 1_000   // pieces of one text
	maxRepeat       = 1_000   // copies made by strings.Repeat
	maxSize         = 1 << 20 // bytes of one text or embedded file
	maxFiles        = 1_000   // embedded files of one variable
)

// A Resolver finds the texts of the expressions of one package. It is not safe for concurrent use.
type Resolver struct {
	// More, if set, is asked for the texts of a variable or call that the syntax does not explain: a parameter, a
	// field, the result of a function of another package. It may answer none.
	More func(ast.Expr) []Text

	fset  *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
	idx   *index // made on first use
	steps int    // left for the current expression
}

// New returns a resolver for the package. It does no work yet.
func New(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info) *Resolver {
	return &Resolver{fset: fset, files: files, pkg: pkg, info: info}
}

// Texts returns the texts that e, a string or []byte, can hold; none if nothing is known of it. No text is
// empty or only a hole.
func (r *Resolver) Texts(e ast.Expr) []Text {
	r.steps = maxSteps
	var known []Text
	for _, t := range r.eval(e, scope{}) {
		if !t.unknown() && t.size() > 0 {
			known = append(known, t)
		}
	}
	return known
}

// A scope is what is known about variables while an expression is evaluated.
type scope struct {
	depth  int
	params map[*types.Var][]Text // the arguments of the call that is being followed

	// The variable that is being traced, and its texts so far.
	traced *types.Var
	texts  []Text
}

func (s scope) deeper() scope {
	s.depth++
	return s
}

// eval returns the texts of e, at least one; a text that is only a hole if nothing is known.
func (r *Resolver) eval(e ast.Expr, s scope) []Text {
	return from(e, r.follow(e, s))
}

// from notes for a value of which nothing is known that it is that of e, or of what e was followed to.
func from(e ast.Expr, texts []Text) []Text {
	if len(texts) == 1 && texts[0].unknown() && texts[0].Pieces[0].From == nil {
		return []Text{{Pieces: []Piece{{Value: string(Hole), From: e}}}}
	}
	return texts
}

func (r *Resolver) follow(e ast.Expr, s scope) []Text {
	r.steps--
	if r.steps < 0 || s.depth > maxDepth {
		return unknown
	}
	s = s.deeper()
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.eval(e.X, s)
	case *ast.BasicLit:
		return r.literal(e)
	case *ast.BinaryExpr:
		if e.Op == token.ADD && isText(r.info.TypeOf(e)) {
			return product(r.eval(e.X, s), r.eval(e.Y, s))
		}
	case *ast.Ident:
		return r.object(e, r.info.ObjectOf(e), s)
	case *ast.SelectorExpr:
		return r.object(e, r.info.ObjectOf(e.Sel), s)
	case *ast.IndexExpr:
		return r.element(e, s)
	case *ast.SliceExpr:
		if e.Low == nil && e.High == nil { // b[:] of a known array or slice
			return r.eval(e.X, s)
		}
	case *ast.CallExpr:
		return r.call(e, 0, s)
	case *ast.CompositeLit:
		if isBuilder(r.info.TypeOf(e)) && len(e.Elts) == 0 {
			return empty
		}
	case *ast.UnaryExpr:
		if e.Op == token.AND { // &strings.Builder{}
			return r.eval(e.X, s)
		}
	case *ast.StarExpr:
		if isBuilder(r.info.TypeOf(e)) {
			return r.eval(e.X, s)
		}
	}
	return r.constant(e)
}

// literal returns the text of a string literal, with its place in the source.
func (r *Resolver) literal(lit *ast.BasicLit) []Text {
	v := r.info.Types[lit].Value
	if v == nil || v.Kind() != constant.String {
		return r.constant(lit)
	}
	return []Text{{Pieces: []Piece{{Value: constant.StringVal(v), Lit: lit}}}}
}

// constant returns the text of a constant that no literal of this package spells out.
func (r *Resolver) constant(e ast.Expr) []Text {
	return constantText(r.info.Types[e].Value)
}

func constantText(v constant.Value) []Text {
	if v == nil || v.Kind() != constant.String {
		return unknown
	}
	return []Text{{Pieces: []Piece{{Value: constant.StringVal(v)}}}}
}

// object returns the texts of a constant, variable or field that e names.
func (r *Resolver) object(e ast.Expr, obj types.Object, s scope) []Text {
	switch obj := obj.(type) {
	case *types.Const:
		if def := r.index().consts[obj]; def != nil {
			return through(r.eval(def, scope{depth: s.depth}), obj)
		}
		return constantText(obj.Val())
	case *types.Var:
		var texts []Text
		switch {
		case s.traced == obj:
			return s.texts
		case s.params[obj] != nil:
			return s.params[obj]
		case obj.IsField() || obj.Parent() == r.pkg.Scope():
			texts = r.global(obj, s)
		case obj.Pkg() == r.pkg:
			texts = r.local(obj, e, s)
		default:
			texts = unknown
		}
		if allUnknown(texts) {
			return r.more(e)
		}
		return through(texts, obj)
	}
	return r.constant(e)
}

// more asks the engine behind More, if there is one.
func (r *Resolver) more(e ast.Expr) []Text {
	if r.More != nil {
		if texts := r.More(e); len(texts) > 0 {
			return limit(texts)
		}
	}
	return unknown
}

// global returns the texts of a package variable or a field: one for each place of the package that sets it. More
// places than there can be alternatives make it unknown, since a text that is missed may be the one that counts.
func (r *Resolver) global(v *types.Var, s scope) []Text {
	idx := r.index()
	if file, ok := idx.embeds[v]; ok {
		return r.embedded(file)
	}
	writes := idx.writes[v]
	if len(writes) == 0 || len(writes) > maxAlternatives || idx.aliased[v] {
		return unknown
	}
	var texts []Text
	for _, w := range writes {
		if w.kind != set {
			return unknown
		}
		texts = append(texts, r.written(w, scope{depth: s.depth})...)
	}
	return limit(distinct(texts))
}

// element returns the texts of x[i], for x a slice, array or map whose elements are written out.
func (r *Resolver) element(e *ast.IndexExpr, s scope) []Text {
	key := r.info.Types[e.Index].Value
	var texts []Text
	for i, elem := range r.elements(e.X, s.depth) {
		if kv, ok := elem.(*ast.KeyValueExpr); ok {
			if k := r.info.Types[kv.Key].Value; key != nil && k != nil && !constant.Compare(key, token.EQL, k) {
				continue
			}
			elem = kv.Value
		} else if key != nil && key.Kind() == constant.Int && !constant.Compare(key, token.EQL, constant.MakeInt64(int64(i))) {
			continue
		}
		texts = append(texts, r.eval(elem, s)...)
	}
	if len(texts) == 0 {
		return unknown
	}
	return limit(distinct(texts))
}

// elements returns what is written between the braces of the slice, array or map that e holds; nil if that is not
// known, or not all of it.
func (r *Resolver) elements(e ast.Expr, depth int) []ast.Expr {
	r.steps--
	if depth > maxDepth || r.steps < 0 {
		return nil
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		if len(e.Elts) <= maxPieces {
			return e.Elts
		}
	case *ast.Ident, *ast.SelectorExpr:
		v, ok := r.Variable(e)
		if !ok {
			return nil
		}
		idx := r.index()
		if w := idx.writes[v]; len(w) == 1 && w[0].kind == set && w[0].value != nil && !w[0].ranged && !idx.aliased[v] {
			return r.elements(w[0].value, depth+1)
		}
	}
	return nil
}
