package locksql

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// analysis is one statement under the hazard procedure.
type analysis struct {
	*masked
	builder
	vars map[string]string // names of variables and parameters, with their types, inside a function body
}

func newAnalysis(m *masked, tree *pg.ParseResult, vars map[string]string) *analysis {
	a := &analysis{masked: m, builder: builder{levels: map[*pg.Node]*level{}}, vars: vars}
	for _, s := range tree.Stmts {
		a.statement(s.Stmt)
	}
	return a
}

// columns calls f for each column that the expression n, standing at lv, reads, with the level that the column belongs
// to: nil if no level claims it. Columns of a sub-select's own FROM are left out.
func (a *analysis) columns(n *pg.Node, lv *level, f func(ref *pg.ColumnRef, owner *level)) {
	a.scan(n, lv, nil, f)
}

func (a *analysis) scan(n *pg.Node, at *level, inside []*level, f func(*pg.ColumnRef, *level)) {
	if n.GetNode() == nil {
		return
	}
	if sub := a.levels[n]; sub != nil {
		at, inside = sub, append(inside[:len(inside):len(inside)], sub)
	}
	if call := n.GetFuncCall(); call != nil {
		if schema, _ := qualifiedName(call.Funcname); strings.EqualFold(schema, "sqlc") {
			return // sqlc.arg(name) is a placeholder
		}
	}
	if ref := n.GetColumnRef(); ref != nil {
		if owner, ok := a.owner(ref, at); ok {
			for _, in := range inside {
				if below(owner, in) {
					return
				}
			}
			f(ref, owner)
		}
		return
	}
	for _, c := range children(n) {
		a.scan(c, at, inside, f)
	}
}

// below reports whether lv is top or stands inside it.
func below(lv, top *level) bool {
	for ; lv != nil; lv = lv.at.lv {
		if lv == top {
			return true
		}
	}
	return false
}

// owner finds the level whose FROM a column belongs to. It reports false for a variable.
func (a *analysis) owner(ref *pg.ColumnRef, at *level) (*level, bool) {
	names := refNames(ref)
	if len(names) == 0 { // a lone *
		return at, true
	}
	qualifier := ""
	if len(names) > 1 {
		qualifier = names[len(names)-2]
	}
	for lv := at; lv != nil; lv = lv.at.lv {
		if qualifier == "" && (len(lv.rels) > 0 || lv.op != noSet) && !a.isVar(names[0]) {
			return lv, true
		}
		if qualifier != "" && lv.relation(qualifier) != nil {
			return lv, true
		}
	}
	if a.isVar(names[0]) {
		return nil, false
	}
	return nil, true
}

func (a *analysis) isVar(name string) bool {
	_, ok := a.vars[strings.ToLower(name)]
	return ok
}

// relation returns what the name means in the level's FROM, or in that of an arm.
func (lv *level) relation(name string) *relation {
	for _, r := range lv.rels {
		if r.name == name {
			return r
		}
	}
	for _, arm := range lv.arms {
		if lv.op != noSet {
			if r := arm.relation(name); r != nil {
				return r
			}
		}
	}
	return nil
}

// refNames returns the names of a column reference; a trailing * is left out.
func refNames(ref *pg.ColumnRef) []string {
	var names []string
	for _, f := range ref.GetFields() {
		if s := f.GetString_(); s != nil {
			names = append(names, s.Sval)
		}
	}
	return names
}

// varies reports whether n can differ from row to row: it reads a column of any level, or may (an unknown piece).
func (a *analysis) varies(n *pg.Node, lv *level) bool {
	found := a.hole(n)
	a.columns(n, lv, func(*pg.ColumnRef, *level) { found = true })
	return found || has(n, isSetReturning)
}

// correlated reports whether n reads a column of a level outside lv.
func (a *analysis) correlated(n *pg.Node, lv *level) bool {
	found := false
	a.columns(n, lv, func(_ *pg.ColumnRef, owner *level) { found = found || owner != lv })
	return found
}

// hole reports whether n holds an unknown piece in the place of a value.
func (a *analysis) hole(n *pg.Node) bool {
	found := false
	visit(n, func(n *pg.Node) bool {
		if p := n.GetParamRef(); p != nil {
			if s, _, ok := a.slotAt(p.Number); ok {
				found = found || s.anything(a.src.text)
			}
		}
		return !found
	})
	return found
}

// anything reports whether the slot can hold an expression over columns: a hole or %s, but no %d and no placeholder
// that becomes a value.
func (s slot) anything(text string) bool {
	if s.tok.kind == tokHole {
		return true
	}
	switch written := text[s.tok.pos:s.tok.end]; written[0] {
	case '{':
		return true
	case '%':
		return !strings.ContainsAny(written[len(written)-1:], "dxXqbotfg")
	}
	return false
}

// condition reports whether n is a condition on rows: it reads a column or an aggregate of them, or calls a volatile
// function.
func (a *analysis) condition(n *pg.Node, lv *level) bool {
	if n.GetNode() == nil {
		return false
	}
	return a.varies(n, lv) || has(n, func(n *pg.Node) bool { return isVolatile(n) || isAggregate(n) })
}

// keyColumns reports what the keys of a call read: columns of the call's own level, of levels outside, or unknown
// pieces.
func (a *analysis) keyColumns(s site) (own, outer, unknown bool) {
	for _, arg := range s.call.Args {
		unknown = unknown || a.hole(arg)
		own = own || has(arg, isSetReturning)
		a.columns(arg, s.lv, func(_ *pg.ColumnRef, owner *level) {
			if owner == s.lv {
				own = true
			} else {
				outer = true
			}
		})
	}
	return own, outer, unknown
}
