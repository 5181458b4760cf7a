package locksql_test

import (
	"slices"
	"strconv"
	"strings"
)

var jobs = relation{text: "jobs", columns: []string{"id", "status", "prio", "grp"}, rows: true}

// source writes what a level reads.
func (g *grammar) source(depth int, locks bool) relation {
	if depth == 0 {
		id := []string{"id"}
		switch g.below(13) {
		case 8:
			return relation{text: "SELECT job_id AS id, name AS status FROM owners", query: true, columns: []string{"id", "status"}}
		case 9:
			return relation{text: "generate_series(1, 12)", names: "(id)", columns: id}
		case 10:
			return relation{text: "unnest(ARRAY[9, 3, 7, 1, 12, 20, 31, 2, 15]::bigint[])", names: "(id)", columns: id}
		case 11:
			return relation{text: "VALUES (3), (1), (8), (2), (11), (6), (14), (9)", query: true, names: "(id)", columns: id}
		case 12:
			c := g.name("c")
			return relation{text: c, with: "RECURSIVE " + c + "(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM " + c + " WHERE id < 12)", columns: id}
		}
		return jobs
	}
	q := g.query(depth-1, locks)
	if g.sometimes(35) {
		c := g.name("c")
		q.with = c + " AS " + g.of("", "MATERIALIZED ", "NOT MATERIALIZED ") + "(" + q.text + ")"
		q.text, q.query, q.rows = c, false, false
	}
	return q
}

// query writes a SELECT or a set operation.
func (g *grammar) query(depth int, locks bool) relation {
	if g.sometimes(8) {
		return g.union(locks)
	}
	return g.level(depth, locks)
}

// union writes a set operation of two simple arms.
func (g *grammar) union(locks bool) relation {
	out := relation{query: true, columns: jobs.columns, ok: locks && g.sometimes(50)}
	arm := func() string {
		list := ""
		conditions := g.predicates("a", jobs.columns, 2)
		if out.ok {
			list = ", " + g.lock("a.id") + " AS ok"
		} else if locks {
			conditions = g.among(conditions, g.condition("a.id"))
		}
		text := "SELECT a.id, a.status, a.prio, a.grp" + list + " FROM jobs a" + where(conditions)
		if tail := g.of("", "", "", " LIMIT 12", " ORDER BY a.id LIMIT 12", " OFFSET 0"); tail != "" {
			return "(" + text + tail + ")"
		}
		return text
	}
	out.text = arm() + g.of(" UNION ALL ", " UNION ALL ", " UNION ", " INTERSECT ", " EXCEPT ") + arm() +
		g.of("", "", " ORDER BY id", " LIMIT 3", " ORDER BY id LIMIT 3", " ORDER BY prio, id LIMIT 3 OFFSET 1")
	out.limited = locks && strings.Contains(out.text, "LIMIT")
	return out
}

// A level is a SELECT that is being written. Its key is the id of its first relation.
type level struct {
	*grammar
	depth int
	alias string
	from  relation

	tables  string // what stands after FROM
	on      string // the lock, as a condition of the join to come
	where   []string
	list    []string // what is selected besides the columns of from
	columns []string // those that are selected, with the alias
	grouped bool
	having  []string
	order   []string

	ok      bool // list has the lock's result as ok
	window  bool // list has a window function
	sorted  bool // by the lock's result
	dropped bool // rows of from may be dropped, other than by the lock's result
	limited bool // what from or a sub-select locks is bounded there
}

// level writes a SELECT that takes the lock itself or reads one that does.
func (g *grammar) level(depth int, locks bool) relation {
	here := locks && (depth == 0 || !g.sometimes(40))
	l := &level{grammar: g, alias: g.name("a"), depth: depth}
	l.from = g.source(depth, locks && !here)
	l.tables = l.from.as(l.alias)
	if here {
		l.takeLock()
	}
	l.join()
	for _, p := range g.predicates(l.alias, l.from.columns, 2) {
		l.where, l.dropped = g.among(l.where, p), true
	}
	if l.from.ok {
		l.where = g.tests(l.where, l.alias)
	}
	l.limited = l.limited || l.from.limited
	out := relation{query: true, columns: l.from.columns, ok: l.ok, extra: len(l.list) > 0}
	out.rows = l.from.rows && !l.window
	return l.finish(out, locks)
}

// takeLock puts the lock into one of the places of the level.
func (l *level) takeLock() {
	key := l.alias + ".id"
	lock, condition := l.lock(key), l.condition(key)
	switch l.below(21) {
	default: // 0 to 3
		l.list, l.ok = append(l.list, lock+" AS ok"), true
	case 4, 5, 6:
		l.where = append(l.where, condition)
	case 7:
		l.where = append(l.where, "CASE WHEN "+l.predicate(l.alias, l.from.columns)+" THEN "+condition+" ELSE false END")
	case 8:
		l.list = append(l.list, "CASE WHEN "+l.predicate(l.alias, l.from.columns)+" THEN "+lock+" END AS got")
	case 9:
		l.list, l.ok = append(l.list, "(SELECT "+lock+l.of("", " OFFSET 0")+") AS ok"), true
	case 10:
		p := l.predicate(l.alias, l.from.columns)
		l.where = append(l.where, l.of("("+p+" OR "+condition+")", "("+condition+" OR "+p+")", "(NOT "+condition+" OR "+p+")"))
	case 11:
		l.where = append(l.where, "(SELECT "+condition+")")
	case 12:
		l.where = append(l.where, l.of("EXISTS (SELECT 1 WHERE "+condition+")", "EXISTS (SELECT "+lock+")",
			"EXISTS (SELECT 1 FROM owners w WHERE w.job_id = "+key+" AND "+condition+")"))
	case 13:
		q := l.query(max(l.depth-1, 0), true)
		l.limited = q.limited
		l.where = append(l.where, key+" IN ("+l.ids(q)+")")
	case 14:
		l.on = condition
	case 15:
		l.tables += l.of(" CROSS JOIN LATERAL (SELECT "+lock+" AS ok) x", " CROSS JOIN LATERAL (SELECT "+lock+" AS ok LIMIT 1) x",
			" LEFT JOIN LATERAL (SELECT "+lock+" AS ok) x ON true")
		l.where = l.tests(l.where, "x")
	case 16:
		if l.waits {
			l.list, l.ok = append(l.list, lock+" AS ok"), true
			return
		}
		l.tables += " CROSS JOIN LATERAL " + lock + " x(ok)"
		l.where = l.tests(l.where, "x")
	case 17:
		l.grouped, l.having = true, append(l.having, condition)
		if l.sometimes(40) {
			l.having = l.among(l.having, l.of("count(*) > 0", "count(*) > 1", l.alias+".id > 4"))
		}
	case 18:
		l.order, l.sorted = append(l.order, lock), true
	case 19:
		l.window = true
		l.list = append(l.list, "count("+lock+") OVER ("+l.partition()+") AS n")
	case 20:
		l.grouped, l.list = true, append(l.list, "count("+lock+") AS n")
	}
}

// partition groups the rows for a window function by something else than the key, which would make one-row groups.
func (l *level) partition() string {
	if l.from.has("grp") {
		return "PARTITION BY " + l.alias + ".grp"
	}
	return ""
}

// join adds a second relation, or a second and a third.
func (l *level) join() {
	key := l.alias + ".id"
	on := ""
	if l.on != "" {
		on = " AND " + l.on
	} else if !l.sometimes(15) {
		return
	}
	if l.from.with != "" && l.sometimes(30) { // the CTE a second time
		l.tables += " JOIN " + l.from.text + " b ON b.id = " + key + on
		return
	}
	switch o := l.name("o"); l.below(5) {
	case 1:
		l.tables += " LEFT JOIN owners " + o + " ON " + o + ".job_id = " + key + on
		l.from.rows = false // a row lock does not reach the nullable side
		return
	case 2:
		l.tables += " JOIN unnest(ARRAY[15, 5, 10, 3, 9, 20, 8, 12]::bigint[]) " + o + " ON " + o + " = " + key + on
	case 3:
		l.tables += " JOIN owners " + o + " ON " + o + ".job_id = " + key + on + " AND " + o + ".name = 'b'"
	case 4:
		p := l.name("p")
		l.tables += " JOIN owners " + o + " ON " + o + ".job_id = " + key + on + " JOIN jobs " + p + " ON " + p + ".id = " + o + ".oid2"
	default:
		l.tables += " JOIN owners " + o + " ON " + o + ".job_id = " + key + on
	}
	l.dropped = true
}

// finish decides about the columns, grouping, order and limits, and writes the level down.
func (l *level) finish(out relation, locks bool) relation {
	if l.sometimes(25) {
		out.columns = out.columns[:1]
	}
	for _, c := range out.columns {
		l.columns = append(l.columns, l.alias+"."+c)
	}
	group := l.group(&out)
	distinct := ""
	if group == "" && len(l.order) == 0 && l.sometimes(6) {
		distinct, out.rows = "DISTINCT ", false
		if out.has("grp") && l.sometimes(30) {
			distinct, l.order = "DISTINCT ON ("+l.alias+".grp) ", []string{l.alias + ".grp", l.alias + ".id"}
		}
	}
	last := l.columns[len(l.columns)-1]
	if group == "" && !out.has("rn") && l.sometimes(8) {
		l.list = append(l.list, "row_number() OVER (PARTITION BY "+last+" ORDER BY "+l.columns[0]+") AS rn")
		out.columns, out.rows = append(slices.Clone(out.columns), "rn"), false
	}
	if l.from.ok && group == "" && !out.ok && l.sometimes(30) {
		l.list, out.ok = append(l.list, l.alias+".ok AS ok"), true
	}
	tail := l.tail(&out, last, locks)
	if out.rows && l.sometimes(8) {
		tail += " FOR UPDATE OF " + l.alias + l.of("", " SKIP LOCKED")
	}
	if l.from.with != "" {
		out.text = "WITH " + l.from.with + " "
	}
	out.text += "SELECT " + distinct + strings.Join(append(l.columns, l.list...), ", ") + " FROM " + l.tables + where(l.where) + group + tail
	return out
}

// group writes GROUP BY and HAVING.
func (l *level) group(out *relation) string {
	if !l.grouped && (l.ok || len(l.list) > 0 || !l.sometimes(5)) {
		return ""
	}
	out.rows = false
	if len(l.having) == 0 && l.sometimes(20) {
		l.having, l.dropped = append(l.having, "count(*) > 1"), true
	}
	text := " GROUP BY " + strings.Join(l.columns, ", ")
	if len(l.having) > 0 {
		text += " HAVING " + strings.Join(l.having, " AND ")
	}
	return text
}

// tail writes ORDER BY and the limits.
func (l *level) tail(out *relation, last string, locks bool) (text string) {
	if len(l.order) == 0 || l.sometimes(50) {
		switch l.below(6) {
		case 3:
			l.order = append(l.order, l.columns[0])
		case 4:
			l.order = append(l.order, l.columns[0]+" DESC")
		case 5:
			l.order = append(l.order, last, l.columns[0])
		}
	}
	if len(l.order) > 0 {
		text = " ORDER BY " + strings.Join(l.order, ", ")
	}
	limit := " LIMIT " + strconv.Itoa(14-4*l.depth) // less than the levels below give
	limit = l.of("", "", "", "", " OFFSET 0", limit, limit, " LIMIT 1", limit+" OFFSET 2", " OFFSET 2", l.of("", "", " LIMIT ALL"))
	if len(l.order) > 0 && !l.sorted && l.sometimes(6) { // by the lock's result all rows are ties
		limit, out.rows = " FETCH FIRST 3 ROWS WITH TIES", false
	}
	bounds := limit != "" && limit != " OFFSET 0" && limit != " LIMIT ALL"
	l.partly = l.partly || l.limited && (l.dropped || bounds)
	out.limited = locks && (l.limited || bounds)
	return text + limit
}
