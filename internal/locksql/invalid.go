package locksql

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// invalid is step 0: the statement fails whenever the call runs.
func (a *analysis) invalid(s site) *Hazard {
	if s.fn.Void() {
		if r, n, bad := a.voidMisused(s); bad {
			return &Hazard{Category: Invalid, Reason: r, Subject: a.snippet(n)}
		}
	}
	if len(s.call.Args) == 2 {
		for _, arg := range s.call.Args {
			if wide(arg) {
				return &Hazard{Category: Invalid, Reason: WideKey, Subject: a.snippet(arg)}
			}
		}
	}
	return nil
}

// voidMisused finds a use of a void result that PostgreSQL refuses: void has no ordering, no equality, no array type
// and is no boolean. IS NULL, count and a cast to text are fine.
func (a *analysis) voidMisused(s site) (Reason, *pg.Node, bool) {
	s.spot = carried(s.spot)
	if len(s.path) == 0 {
		return 0, nil, false
	}
	self := s.path[len(s.path)-1]
	if len(s.path) == 1 || s.path[len(s.path)-2].GetResTarget() != nil {
		return a.voidColumn(s)
	}
	parent := s.path[len(s.path)-2]
	switch p := parent.GetNode().(type) {
	case *pg.Node_BoolExpr, *pg.Node_BooleanTest:
		return VoidAsBoolean, nil, true
	case *pg.Node_CaseWhen:
		if p.CaseWhen.Expr == self {
			if enclosing := s.path[len(s.path)-3]; enclosing.GetCaseExpr().GetArg() != nil {
				return VoidCompared, nil, true
			}
			return VoidAsBoolean, nil, true
		}
	case *pg.Node_AArrayExpr, *pg.Node_SortBy:
		return VoidCompared, nil, true
	case *pg.Node_AExpr:
		if comparison(p.AExpr) {
			return VoidCompared, nil, true
		}
	case *pg.Node_TypeCast:
		if t := typeName(p.TypeCast.TypeName); t == "bool" || t == "boolean" {
			return VoidAsBoolean, nil, true
		}
	case *pg.Node_FuncCall:
		if p.FuncCall.AggFilter == self {
			return VoidAsBoolean, nil, true
		}
		if undefinedForVoid[functionName(parent)] {
			return VoidCompared, nil, true
		}
	}
	return 0, nil, false
}

// carried returns the spot of the largest expression whose value is that of the one at sp: a CASE with it in a branch,
// a sub-SELECT with it as its column.
func carried(sp spot) spot {
	for len(sp.path) > 0 {
		n := len(sp.path)
		self := sp.path[n-1]
		switch {
		case n >= 3 && sp.path[n-2].GetCaseWhen() != nil && sp.path[n-2].GetCaseWhen().Result == self:
			sp.path = sp.path[:n-2]
		case n >= 2 && sp.path[n-2].GetCaseExpr() != nil && sp.path[n-2].GetCaseExpr().Defresult == self:
			sp.path = sp.path[:n-1]
		case n == 2 && sp.clause == inTargets && sp.lv.read == byScalar && len(sp.lv.targets) == 1:
			sp = sp.lv.at
		default:
			return sp
		}
	}
	return sp
}

// voidColumn judges a void call that is the whole of a clause or of a SELECT list item.
func (a *analysis) voidColumn(s site) (Reason, *pg.Node, bool) {
	lv := s.lv
	switch s.clause {
	case inWhere, inOn, inHaving, inMergeOn, inMergeWhen, inConflict:
		return VoidAsBoolean, nil, true
	case inGroup, inDistinctOn:
		return VoidCompared, nil, true
	case inTargets:
		if lv.unique {
			return VoidCompared, nil, true
		}
		for _, n := range append(append(append([]*pg.Node{}, lv.order...), lv.group...), lv.on...) {
			if names(n, lv, s.root()) {
				return VoidCompared, n, true
			}
		}
		for arm := lv; arm.read == byArm; arm = arm.at.lv {
			if set := arm.at.lv; set.op != union || !set.all {
				return VoidCompared, nil, true
			}
		}
	}
	return 0, nil, false
}

// names reports whether the item of ORDER BY, GROUP BY or DISTINCT ON means the SELECT list item target: by its
// number or by its name.
func names(item *pg.Node, lv *level, target *pg.Node) bool {
	if sort := item.GetSortBy(); sort != nil {
		item = sort.Node
	}
	if n := integer(item); n != nil {
		return *n >= 1 && int(*n) <= len(lv.targets) && lv.targets[*n-1] == target
	}
	ref := refNames(item.GetColumnRef())
	return len(ref) == 1 && target.GetResTarget() != nil && outputName(target) == ref[0]
}

// outputName returns the name of the column that a SELECT list item makes.
func outputName(target *pg.Node) string {
	t := target.GetResTarget()
	if t.GetName() != "" {
		return t.GetName()
	}
	if ref := refNames(t.GetVal().GetColumnRef()); len(ref) > 0 {
		return ref[len(ref)-1]
	}
	return functionName(t.GetVal())
}

func comparison(e *pg.A_Expr) bool {
	switch e.Kind {
	case pg.A_Expr_Kind_AEXPR_IN, pg.A_Expr_Kind_AEXPR_DISTINCT, pg.A_Expr_Kind_AEXPR_NOT_DISTINCT,
		pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN, pg.A_Expr_Kind_AEXPR_OP_ANY,
		pg.A_Expr_Kind_AEXPR_OP_ALL, pg.A_Expr_Kind_AEXPR_NULLIF:
		return true
	}
	_, op := qualifiedName(e.Name)
	return strings.Contains(" = <> != < > <= >= ", " "+op+" ")
}

// wide reports whether a key of the two-key form is a bigint for certain: there is no such function then.
func wide(n *pg.Node) bool {
	switch e := n.GetNode().(type) {
	case *pg.Node_TypeCast:
		switch typeName(e.TypeCast.TypeName) {
		case "int8", "bigint":
			return true
		}
	case *pg.Node_AConst:
		i := integer(n)
		return e.AConst.GetFval() != nil || i != nil && *i != int64(int32(*i))
	case *pg.Node_FuncCall:
		return functionName(n) == "hashtextextended"
	}
	return false
}

func typeName(t *pg.TypeName) string {
	_, name := qualifiedName(t.GetNames())
	return name
}

// integer returns the value of an integer constant, or nil.
func integer(n *pg.Node) *int64 {
	if c := n.GetAConst(); c != nil && c.GetIval() != nil && !c.Isnull {
		v := int64(c.GetIval().Ival)
		return &v
	}
	return nil
}

// isNull reports whether n is NULL, cast or not.
func isNull(n *pg.Node) bool {
	if c := n.GetTypeCast(); c != nil {
		return isNull(c.Arg)
	}
	return n.GetAConst().GetIsnull()
}
