package locksql

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// The tables of this file name built-in functions by what matters to the procedure. A function that is not in them
// counts as a plain, stable one that returns one value: that is the silent side.

// aggregateNames lists the built-in aggregates.
var aggregateNames = words(`any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop
	covar_samp cume_dist every json_agg json_agg_strict json_arrayagg json_object_agg json_objectagg jsonb_agg
	jsonb_object_agg max min mode percentile_cont percentile_disc range_agg range_intersect_agg regr_avgx regr_avgy
	regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp string_agg sum
	var_pop var_samp variance xmlagg`)

// setNames lists the built-in set-returning functions.
var setNames = words(`generate_series generate_subscripts json_array_elements json_array_elements_text json_each
	json_each_text json_object_keys json_populate_recordset json_to_recordset jsonb_array_elements
	jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys jsonb_path_query jsonb_populate_recordset
	jsonb_to_recordset pg_ls_dir regexp_matches regexp_split_to_table string_to_table ts_stat unnest`)

// volatileNames lists the built-in functions whose result changes within a statement. A CTE with one is not inlined.
var volatileNames = words(`clock_timestamp currval gen_random_uuid lastval nextval pg_notify pg_sleep random setval
	timeofday uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4 uuidv4 uuidv7`)

// undefinedForVoid lists the aggregates that have no form for void: they need an ordering, an equality, a boolean or
// an array type.
var undefinedForVoid = words(`array_agg avg bit_and bit_or bool_and bool_or every max min string_agg sum`)

// functionName returns the name of a function call, in lower case and without schema; of the first function of a FROM
// item; or "".
func functionName(n *pg.Node) string {
	switch f := n.GetNode().(type) {
	case *pg.Node_FuncCall:
		_, name := qualifiedName(f.FuncCall.Funcname)
		return strings.ToLower(name)
	case *pg.Node_RangeFunction:
		for _, item := range f.RangeFunction.Functions {
			for _, c := range item.GetList().GetItems() {
				return functionName(c)
			}
		}
	}
	return ""
}

func isAggregate(n *pg.Node) bool {
	f := n.GetFuncCall()
	return f != nil && f.Over == nil &&
		(f.AggStar || f.AggDistinct || f.AggWithinGroup || f.AggFilter != nil || len(f.AggOrder) > 0 ||
			aggregateNames[functionName(n)])
}

func isWindow(n *pg.Node) bool { return n.GetFuncCall().GetOver() != nil }

func isSetReturning(n *pg.Node) bool { return n.GetFuncCall() != nil && setNames[functionName(n)] }

func isVolatile(n *pg.Node) bool {
	f := n.GetFuncCall()
	if f == nil {
		return false
	}
	_, lock := lockFunc(f)
	return lock || volatileNames[functionName(n)]
}

// has reports whether f holds for a node of the expression, sub-selects left out.
func has(n *pg.Node, f func(*pg.Node) bool) bool {
	found := false
	visit(n, func(n *pg.Node) bool {
		found = found || f(n)
		return !found && n.GetSubLink() == nil
	})
	return found
}

func anyHas(list []*pg.Node, f func(*pg.Node) bool) bool {
	for _, n := range list {
		if has(n, f) {
			return true
		}
	}
	return false
}

func (lv *level) returnsSets() bool { return anyHas(lv.targets, isSetReturning) }

func (lv *level) aggregates() bool {
	return anyHas(lv.targets, isAggregate) || has(lv.having, isAggregate) || anyHas(lv.order, isAggregate)
}

func (lv *level) usesWindows() bool {
	return anyHas(lv.targets, isWindow) || anyHas(lv.order, isWindow)
}

// contains reports whether target is n or stands below it, in a sub-select too.
func contains(n, target *pg.Node) bool {
	found := false
	visit(n, func(m *pg.Node) bool {
		found = found || m == target
		return !found
	})
	return found
}

// conjuncts returns the terms of a condition that AND joins at its top.
func conjuncts(n *pg.Node) []*pg.Node {
	if n.GetNode() == nil {
		return nil
	}
	if e := n.GetBoolExpr(); e != nil && e.Boolop == pg.BoolExprType_AND_EXPR {
		var out []*pg.Node
		for _, arg := range e.Args {
			out = append(out, conjuncts(arg)...)
		}
		return out
	}
	return []*pg.Node{n}
}
