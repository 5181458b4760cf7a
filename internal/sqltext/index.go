package sqltext

import (
	"go/ast"
	"go/token"
	"go/types"
)

// An index says where the objects of a package get their values. It is made by one walk over the syntax.
type index struct {
	consts  map[*types.Const]ast.Expr
	funcs   map[*types.Func]*ast.FuncDecl
	embeds  map[*types.Var]embed
	writes  map[*types.Var][]write
	aliased map[*types.Var]bool // its address is taken, or an element set: it can change unseen

	owner map[*types.Var]*ast.BlockStmt // the body of the function that declares it
	lits  []*ast.FuncLit

	reads map[types.Object]int // uses other than as the target of an assignment
}

// A write gives a variable or field a value, or adds to it.
type write struct {
	at     token.Pos      // where the write is done: what stands before reads the old value
	body   *ast.BlockStmt // of the function that does it
	kind   writeKind
	value  ast.Expr // nil if it is not known; of a declaration without value, see zero
	result int      // which result of the call value
	zero   bool     // value is the zero value
	ranged bool     // value is what a range loop goes over
}

type writeKind int

const (
	set   writeKind = iota // v = value
	add                    // v += value, b.WriteString(value)
	print                  // fmt.Fprintf(b, ...); value is the call
	touch                  // b is handed to something that may add to it
	reset                  // b.Reset()
)

func (r *Resolver) index() *index {
	if r.idx == nil {
		r.idx = &index{
			consts:  map[*types.Const]ast.Expr{},
			funcs:   map[*types.Func]*ast.FuncDecl{},
			embeds:  map[*types.Var]embed{},
			writes:  map[*types.Var][]write{},
			aliased: map[*types.Var]bool{},
			owner:   map[*types.Var]*ast.BlockStmt{},
			reads:   map[types.Object]int{},
		}
		for _, file := range r.files {
			ast.Walk(indexer{index: r.idx, r: r, done: map[*ast.Ident]bool{}}, file)
		}
	}
	return r.idx
}

// An indexer walks one function, or what stands outside of functions.
type indexer struct {
	*index
	r    *Resolver
	body *ast.BlockStmt
	done map[*ast.Ident]bool // accounted for by the node above
}

func (x indexer) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.FuncDecl:
		x.body = n.Body
		if fn, ok := x.r.info.Defs[n.Name].(*types.Func); ok {
			x.funcs[fn] = n
		}
	case *ast.FuncLit:
		x.body = n.Body
		x.lits = append(x.lits, n)
	case *ast.GenDecl:
		x.decl(n)
	case *ast.AssignStmt:
		x.assign(n)
	case *ast.RangeStmt:
		x.ranges(n)
	case *ast.CompositeLit:
		x.fields(n)
	case *ast.CallExpr:
		x.call(n)
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			x.alias(n.X)
		}
	case *ast.Ident:
		x.ident(n)
	}
	return x
}

func (x indexer) write(v *types.Var, w write) {
	w.body = x.body
	x.writes[v] = append(x.writes[v], w)
}

func (x indexer) decl(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		spec, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for i, name := range spec.Names {
			switch obj := x.r.info.Defs[name].(type) {
			case *types.Const:
				if i < len(spec.Values) {
					x.consts[obj] = spec.Values[i]
				}
			case *types.Var:
				if e, ok := embedDirective(d, spec); ok {
					e.dir = x.r.dir(name)
					x.embeds[obj] = e
					continue
				}
				w := write{at: spec.End()}
				switch {
				case len(spec.Values) == 0:
					w.zero = true
				case len(spec.Values) == len(spec.Names):
					w.value = spec.Values[i]
				default:
					w.value, w.result = spec.Values[0], i
				}
				if !w.zero || x.body != nil { // a package variable without value is set elsewhere
					x.write(obj, w)
				}
			}
		}
	}
}

func (x indexer) assign(a *ast.AssignStmt) {
	for i, lhs := range a.Lhs {
		if ix, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok {
			x.alias(ix.X)
			continue
		}
		v, ok := x.r.Variable(lhs)
		if !ok {
			continue
		}
		x.done[name(lhs)] = true
		w := write{at: a.End()}
		switch {
		case a.Tok == token.ADD_ASSIGN:
			w.kind, w.value = add, a.Rhs[0]
		case a.Tok != token.ASSIGN && a.Tok != token.DEFINE:
		case len(a.Lhs) == len(a.Rhs):
			w.value = a.Rhs[i]
		default:
			w.value, w.result = a.Rhs[0], i
		}
		x.write(v, w)
	}
}

func (x indexer) ranges(n *ast.RangeStmt) {
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if v, ok := x.r.Variable(e); ok {
			x.done[name(e)] = true
			w := write{at: n.Body.Pos()}
			if e == n.Value {
				w.value, w.ranged = n.X, true
			}
			x.write(v, w)
		}
	}
}

// fields notes what a struct literal gives its fields.
func (x indexer) fields(lit *ast.CompositeLit) {
	t := x.r.info.TypeOf(lit)
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // the elided &T of []*T{{...}}
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, elem := range lit.Elts {
		if kv, ok := elem.(*ast.KeyValueExpr); ok {
			if v, ok := x.r.Variable(kv.Key); ok {
				x.done[name(kv.Key)] = true
				x.write(v, write{at: kv.End(), value: kv.Value})
			}
		} else if i < st.NumFields() {
			x.write(st.Field(i), write{at: elem.End(), value: elem})
		}
	}
}

// call notes what is written to a builder.
func (x indexer) call(call *ast.CallExpr) {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && isBuilder(x.r.info.TypeOf(sel.X)) {
		if v, ok := x.r.Variable(sel.X); ok {
			w := write{at: call.End()}
			switch sel.Sel.Name {
			case "WriteString", "Write":
				w.kind, w.value = add, call.Args[0]
			case "Reset":
				w.kind = reset
			case "String", "Bytes":
				x.reads[v]++
				fallthrough
			case "Len", "Cap", "Grow":
				x.done[name(sel.X)] = true
				return
			default:
				w.kind = touch
			}
			x.done[name(sel.X)] = true
			x.write(v, w)
		}
		return
	}
	switch calleeName(x.r.info, call) {
	case "fmt.Fprintf", "fmt.Fprint", "io.WriteString":
		target := ast.Unparen(call.Args[0])
		if addr, ok := target.(*ast.UnaryExpr); ok {
			target = addr.X
		}
		if v, ok := x.r.Variable(target); ok && isBuilder(v.Type()) {
			x.done[name(target)] = true
			x.write(v, write{at: call.End(), kind: print, value: call})
		}
	}
}

// alias notes that e can change unseen. Of a builder, the mention alone says so.
func (x indexer) alias(e ast.Expr) {
	if v, ok := x.r.Variable(e); ok && !isBuilder(v.Type()) {
		x.aliased[v] = true
	}
}

func (x indexer) ident(id *ast.Ident) {
	if v, ok := x.r.info.Defs[id].(*types.Var); ok {
		x.owner[v] = x.body
		return
	}
	obj := x.r.info.Uses[id]
	if obj == nil || x.done[id] {
		return
	}
	x.reads[obj]++
	if v, ok := obj.(*types.Var); ok && isBuilder(v.Type()) {
		x.write(v, write{at: id.End(), kind: touch})
	}
}

// name returns the identifier that names the variable or field e, or nil.
func name(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}
