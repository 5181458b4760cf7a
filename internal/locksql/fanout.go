package locksql

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// fansOut reports whether the level can run the call several times for one key. A transaction lock does not mind; a
// session lock is held once for each call and wants as many unlocks.
func (a *analysis) fansOut(s site, at spot) bool {
	lv := at.lv
	if at.clause != inTargets || lv.grouped() {
		return false
	}
	own, _, unknown := a.keyColumns(s)
	if unknown {
		return false
	}
	keyReads := func(r *relation) bool { return a.keyReads(s, lv, r) }
	if lv.returnsSets() && !anyHas(s.call.Args, isSetReturning) && own {
		return true
	}
	if lv.unique && !a.keyLooksUnique(s, lv) {
		return true
	}
	for _, r := range lv.rels {
		if keyReads(r) && repeatsConstant(r) {
			return true
		}
		if len(lv.many()) > 1 && !keyReads(r) && !r.exactlyOne() && a.multiplies(lv, r) {
			return true
		}
	}
	return false
}

// keyReads reports whether a key of the call names a column of r.
func (a *analysis) keyReads(s site, lv *level, r *relation) bool {
	found := false
	for _, arg := range s.call.Args {
		a.columns(arg, s.lv, func(ref *pg.ColumnRef, owner *level) {
			names := refNames(ref)
			switch {
			case owner != lv || len(names) == 0:
			case len(names) > 1:
				found = found || names[len(names)-2] == r.name
			default:
				found = found || len(lv.many()) <= 1 || names[0] == r.name
			}
		})
	}
	return found
}

// keyLooksUnique reports whether the key is a column that by its name is the key of the one relation.
func (a *analysis) keyLooksUnique(s site, lv *level) bool {
	if len(s.call.Args) != 1 || len(lv.rels) != 1 {
		return false
	}
	names := refNames(s.call.Args[0].GetColumnRef())
	return len(names) > 0 && looksUnique(lv.rels[0], names[len(names)-1])
}

// multiplies reports whether the join with r repeats the rows of the others: no condition ties r to them, or one ties
// a column of r that is no key of r to one that by its name is the key of the other relation. Where the names say
// nothing, the answer is no.
func (a *analysis) multiplies(lv *level, r *relation) bool {
	tied, many := lv.using, false
	for _, n := range conditionsOf(lv) {
		left, right, ok := equality(n)
		if !ok {
			continue
		}
		mine, other := left, right
		if !refersTo(mine, r) {
			mine, other = right, left
		}
		if !refersTo(mine, r) || refersTo(other, r) {
			continue
		}
		tied = true
		if looksUnique(r, mine[len(mine)-1]) {
			return false
		}
		if o := lv.relation(qualifier(other)); o != nil && looksUnique(o, other[len(other)-1]) {
			many = true
		}
	}
	if r.fn != nil { // a list of values: it repeats rows only as it repeats values
		return !tied && !repeatsNothing(r)
	}
	return many || !tied && !a.correlatedItem(r) && a.unconditioned(lv, r)
}

// unconditioned reports whether no condition of the level mentions r beside another relation.
func (a *analysis) unconditioned(lv *level, r *relation) bool {
	for _, n := range conditionsOf(lv) {
		mentions, unqualified := false, false
		a.columns(n, lv, func(ref *pg.ColumnRef, _ *level) {
			names := refNames(ref)
			mentions = mentions || refersTo(names, r)
			unqualified = unqualified || len(names) == 1
		})
		if mentions || unqualified {
			return false
		}
	}
	return true
}

// correlatedItem reports whether r is a LATERAL derived table: how many rows it has for each row is not known.
func (a *analysis) correlatedItem(r *relation) bool {
	return r.sub != nil && (a.dependsOnOuter(r.sub) || r.sub.limited())
}

func refersTo(names []string, r *relation) bool {
	return len(names) > 1 && names[len(names)-2] == r.name || len(names) == 1 && names[0] == r.name && r.fn != nil
}

func qualifier(names []string) string {
	if len(names) > 1 {
		return names[len(names)-2]
	}
	return names[0]
}

// looksUnique reports whether the column is, by its name, a key of the relation: id, or its own name with _id.
func looksUnique(r *relation, column string) bool {
	column = strings.ToLower(column)
	if column == "id" || column == "uuid" || column == "ctid" {
		return true
	}
	owner, ok := strings.CutSuffix(column, "_id")
	table := strings.ToLower(r.table)
	return ok && (owner == table || owner+"s" == table || owner+"es" == table || strings.TrimSuffix(owner, "y")+"ies" == table)
}

// repeatsConstant reports whether r is a list of constants, in VALUES or ARRAY[..], with one of them twice.
func repeatsConstant(r *relation) bool {
	n := r.fn
	if n == nil && r.sub != nil && r.sub.rows > 0 && r.sub.rows == len(r.sub.targets) {
		n = r.node
	}
	seen, twice := map[int64]bool{}, false
	visit(n, func(n *pg.Node) bool {
		if v := integer(n); v != nil {
			twice = twice || seen[*v]
			seen[*v] = true
		}
		return true
	})
	return twice && (r.sub != nil || functionName(r.fn) == "unnest")
}

// repeatsNothing reports whether r is a function that returns one row.
func repeatsNothing(r *relation) bool { return !setNames[functionName(r.fn)] }
