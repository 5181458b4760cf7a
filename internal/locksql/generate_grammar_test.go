package locksql_test

import (
	"fmt"
	"slices"
	"strings"
)

// A grammar writes one random statement over the tables of schema.sql. The statement takes one kind of lock, on the
// column that it returns as id.
type grammar struct {
	*draw
	names int             // aliases given so far
	used  map[string]bool // predicates
	waits bool            // the lock is {L}, which returns void, and not {T}

	// partly is set if a level drops rows of a level below that locks under a LIMIT of its own. What such a statement
	// means to lock is that level's rows and not its own: the measured J09, E08 and Y44 are clean.
	partly bool
}

// A relation is something that can stand in FROM: a table, a function, a subquery without its parentheses, a CTE.
type relation struct {
	text    string
	query   bool     // text is a query
	names   string   // column names that go with the alias: "(id)"
	with    string   // the CTE that text names, "c1 AS (...)"
	columns []string // id first
	ok      bool     // there is a column ok, the lock's result
	rows    bool     // a row lock can reach into it

	extra   bool // there are columns besides
	limited bool // takes the lock, and has a LIMIT where it does or above
}

func (r relation) has(column string) bool { return slices.Contains(r.columns, column) }

// as returns the relation as it stands in FROM.
func (r relation) as(alias string) string {
	text := r.text
	if r.query {
		text = "(" + text + ")"
	}
	return text + " " + alias + r.names
}

// statement writes a whole statement.
func (g *grammar) statement() string {
	g.waits = g.sometimes(25)
	depth := g.below(4)
	switch g.below(8) {
	case 5:
		return g.update(depth)
	case 6:
		return g.delete(depth)
	case 7:
		return g.insert(depth)
	}
	return g.query(depth, true).text
}

func (g *grammar) update(depth int) string {
	set := "UPDATE jobs j SET prio = j.prio"
	switch g.below(4) {
	case 1:
		return set + where(g.among(g.predicates("j", jobs.columns, 2), g.condition("j.id"))) + " RETURNING j.id"
	case 2:
		return set + where(g.predicates("j", jobs.columns, 2)) + " RETURNING j.id, " + g.lock("j.id") + " AS ok"
	case 3:
		return "UPDATE jobs j SET pad = " + g.lock("j.id") + "::text" + where(g.predicates("j", jobs.columns, 2)) + " RETURNING j.id"
	}
	from, conditions := g.target(depth)
	if from != "" {
		set += " FROM " + from
	}
	return set + where(conditions) + " RETURNING j.id"
}

func (g *grammar) delete(depth int) string {
	head := "DELETE FROM jobs j"
	switch g.below(3) {
	case 1:
		return head + where(g.among(g.predicates("j", jobs.columns, 2), g.condition("j.id"))) + " RETURNING j.id"
	case 2:
		return head + where(g.predicates("j", jobs.columns, 2)) + " RETURNING j.id, " + g.lock("j.id") + " AS ok"
	}
	using, conditions := g.target(depth)
	if using != "" {
		head += " USING " + using
	}
	return head + where(conditions) + " RETURNING j.id"
}

// target chooses the rows j to write by a query that locks: joined, or in a sub-select.
func (g *grammar) target(depth int) (from string, conditions []string) {
	q := g.query(depth, true)
	if g.sometimes(40) {
		return "", []string{"j.id IN (" + g.ids(q) + ")"}
	}
	conditions = []string{"j.id = q.id"}
	if q.ok {
		conditions = g.tests(conditions, "q")
	}
	return q.as("q"), conditions
}

func (g *grammar) insert(depth int) string {
	const into = "INSERT INTO log "
	if g.sometimes(30) {
		tail := g.of("", " ORDER BY a.id", " LIMIT 3", " ORDER BY a.prio, a.id LIMIT 3", " ORDER BY a.id LIMIT 3 OFFSET 2")
		return into + "SELECT a.id, " + g.lock("a.id") + "::text FROM jobs a" + where(g.predicates("a", jobs.columns, 2)) + tail + " RETURNING id"
	}
	q := g.query(depth, true)
	return into + "SELECT q.id, 'x' FROM " + q.as("q") + " RETURNING id"
}

// ids writes a query for nothing but the id of q, as IN wants it.
func (g *grammar) ids(q relation) string {
	if len(q.columns) == 1 && !q.ok && !q.extra {
		return q.text
	}
	var conditions []string
	if q.ok {
		conditions = g.tests(nil, "q")
	}
	return "SELECT q.id FROM " + q.as("q") + where(conditions)
}

// tests adds a test of the lock's result, which is always true, to some conditions.
func (g *grammar) tests(conditions []string, alias string) []string {
	switch {
	case g.sometimes(40):
		return conditions
	case g.waits:
		return append(conditions, alias+".ok IS NOT NULL")
	}
	return append(conditions, alias+".ok")
}

// lock writes the call as a value.
func (g *grammar) lock(key string) string {
	if g.waits {
		return "{L}(" + key + ")"
	}
	return "{T}(" + key + ")"
}

// condition writes the call as a condition, which is true.
func (g *grammar) condition(key string) string {
	form := ""
	if g.waits {
		form = g.of("{L}(%s) IS NOT NULL", "NOT ({L}(%s) IS NULL)")
	} else {
		form = g.of("{T}(%s)", "{T}(%s)", "{T}(%s) IS TRUE", "NOT ({T}(%s) IS NULL)", "COALESCE({T}(%s), false)")
	}
	return fmt.Sprintf(form, key)
}

// predicates writes up to n conditions on the columns of an alias.
func (g *grammar) predicates(alias string, columns []string, n int) (list []string) {
	for range n {
		if g.sometimes(35) {
			list = append(list, g.predicate(alias, columns))
		}
	}
	return list
}

func (g *grammar) predicate(alias string, columns []string) string {
	// Most keep more than half of the rows: where next to nothing is left, a lock taken too early does not show.
	forms := map[string][]string{
		"id": {"@.id > 3", "@.id <> 7", "@.id % 3 > 0", "slowpred(@.id)", "@.id NOT IN (5, 7)", "@.id = 5",
			"EXISTS (SELECT 1 FROM owners e WHERE e.job_id = @.id AND e.name = 'a')",
			"@.id NOT IN (SELECT e.job_id FROM owners e WHERE e.oid2 % 4 = 1)"},
		"status": {"@.status = 'ready'", "@.status <> 'run'", "lower(@.status) <> 'run'", "@.status NOT LIKE 'ru%'"},
		"prio":   {"@.prio > 2", "@.prio <> 3"},
		"grp":    {"@.grp <> 2", "(@.grp = 1 OR @.grp = 2)"},
		"rn":     {"@.rn = 1", "@.rn <= 2"},
	}
	var all []string
	for _, c := range columns {
		for _, form := range forms[c] {
			if !g.used[form] {
				all = append(all, form)
			}
		}
	}
	if len(all) == 0 {
		return "true"
	}
	form := g.of(all...)
	g.used[form] = true // said again further out it would drop nothing
	return strings.ReplaceAll(form, "@", alias)
}

// among puts one condition anywhere among others.
func (g *grammar) among(list []string, condition string) []string {
	return slices.Insert(list, g.below(len(list)+1), condition)
}

func (g *grammar) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func where(conditions []string) string {
	if len(conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(conditions, " AND ")
}
