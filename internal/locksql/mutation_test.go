package locksql_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// The queries below are what careful programs run, and must stay silent. Marks in them say where a careless hand would
// change what is locked:
//
//	<fence>..</fence>  keeps the planner from moving the lock: taken away
//	<limit>..</limit>  bounds the candidates below the lock: moved to <above/>
//	<and/>             a further condition beside the lock
//	<tail/>            OFFSET, or a row lock, at the lock's level
//	<order/>           ORDER BY at the lock's level, with a LIMIT unless there is one
//	<key>..</key>      the key: made a constant
//	<whole/>           the query as it is: put below EXISTS, or below ORDER BY and LIMIT
//	<from/>            rows to read for a lock that needs none
//
// A LIMIT beside a lock in a FROM-subquery's SELECT list is as good as one below, by the measured J09, Y44 and E08, and
// so no mutation.
var careful = []struct{ name, sql string }{
	{"claim in a WHERE over a fenced list", `
		SELECT c.id, c.payload
		FROM (SELECT id, payload FROM jobs WHERE state = $1 AND run_at <= now() ORDER BY run_at<fence> LIMIT 50</fence>) c
		WHERE pg_try_advisory_lock(<key>c.id</key>)<and/><order/> LIMIT 1<tail/>`},
	{"claim with a materialized candidate list", `
		WITH candidate AS <fence>MATERIALIZED </fence>(
			SELECT id FROM email_queue WHERE sent_at IS NULL AND attempts < $1 ORDER BY created_at
		)
		SELECT id FROM candidate WHERE pg_try_advisory_xact_lock(<key>id</key>)<and/><order/> LIMIT 1<tail/>`},
	{"claim over OFFSET 0", `
		SELECT q.task_id FROM (
			SELECT task_id FROM tasks WHERE queue = ? AND finished = false<fence> OFFSET 0</fence>
		) q WHERE pg_try_advisory_lock(<key>q.task_id</key>)<and/><order/> LIMIT 1<tail/>`},
	{"one lock per customer with work", `
		SELECT w.customer_id
		FROM (SELECT <fence>DISTINCT </fence>customer_id FROM invoices WHERE due_on < @today) w
		WHERE pg_try_advisory_xact_lock(<key>w.customer_id</key>)<and/><order/><tail/>`},
	{"one lock per partition with a backlog", `
		SELECT p.partition_key
		FROM (SELECT partition_key FROM outbox WHERE published_at IS NULL<fence> GROUP BY partition_key</fence>) p
		WHERE pg_try_advisory_lock(<key>p.partition_key</key>)<and/><order/><tail/>`},
	{"outbox batch, locked in order", `
		SELECT b.id, pg_advisory_xact_lock(<key>b.id</key>)
		FROM (SELECT id FROM outbox WHERE published_at IS NULL ORDER BY id<limit> LIMIT 100</limit>) b<above/><tail/><whole/>`},
	{"accounts of a transfer, locked in order", `
		SELECT a.id, a.balance, pg_advisory_xact_lock(<key>a.id</key>)
		FROM (SELECT id, balance FROM accounts WHERE id = ANY($1) ORDER BY id<limit> LIMIT 2</limit>) a<above/><tail/><whole/>`},
	{"ledger entries by a CTE", `
		WITH open_entries AS (SELECT id FROM ledger WHERE settled = false AND tenant_id = :tenant ORDER BY id<limit> LIMIT 20</limit>)
		SELECT e.id, pg_advisory_xact_lock(<key>e.id</key>) FROM open_entries e<above/><tail/><whole/>`},
	{"webhooks in order, with a shared lock", `
		SELECT h.id, pg_advisory_xact_lock_shared(<key>h.id</key>)
		FROM (SELECT id FROM webhooks WHERE enabled ORDER BY id<limit> FETCH FIRST 10 ROWS ONLY</limit>) h<above/><tail/><whole/>`},
	{"lowest free slot of a room", `
		SELECT s.slot_no, pg_try_advisory_lock(<key>s.slot_no</key>) AS taken
		FROM (SELECT slot_no FROM slots WHERE room = %s ORDER BY slot_no<limit> LIMIT 5</limit>) s<above/><tail/><whole/>`},
	{"row locks below, advisory locks above", `
		SELECT j.id, pg_try_advisory_xact_lock(<key>j.id</key>) AS mine
		FROM (SELECT id FROM imports WHERE status = 'new' ORDER BY id<limit> LIMIT 8</limit> FOR UPDATE SKIP LOCKED) j<above/><tail/><whole/>`},
	{"two-key lock by table and row", `
		SELECT r.id, pg_try_advisory_xact_lock(7301, <key>r.id</key>::int) AS mine
		FROM (SELECT id FROM reports WHERE ready_at < $1 ORDER BY ready_at<limit> LIMIT 3</limit>) r<above/><tail/><whole/>`},
	{"newest document of each owner", `
		SELECT d.id, pg_try_advisory_lock(<key>d.id</key>) AS mine FROM (
			SELECT id, row_number() OVER (PARTITION BY owner_id ORDER BY updated_at DESC) AS rank FROM documents
		) d WHERE d.rank = 1<tail/><whole/>`},
	{"claim that marks the rows it locked", `
		UPDATE deliveries SET state = 'sending'
		FROM (
			SELECT f.id, pg_try_advisory_xact_lock(<key>f.id</key>) AS mine
			FROM (SELECT id FROM deliveries WHERE state = 'queued' ORDER BY id LIMIT 10) f<tail/>
		) c WHERE c.mine AND deliveries.id = c.id RETURNING deliveries.id`},
	{"guarded by CASE", `
		SELECT id FROM subscriptions
		WHERE CASE WHEN renews_on <= $1 THEN pg_try_advisory_xact_lock(<key>id</key>) ELSE false END<and/><order/><tail/>`},
	{"every open session of a user", `
		SELECT id FROM user_sessions WHERE pg_try_advisory_lock(<key>id</key>)<and/><order/><tail/>`},
	{"a tenant's section", `SELECT pg_advisory_xact_lock($1)<from/><whole/>`},
	{"a user's section, by name", `SELECT pg_advisory_xact_lock(hashtextextended('user:' || ?, 0))<from/>`},
	{"leader of a service", `SELECT pg_try_advisory_lock(%d, %d) AS leader<from/>`},
	{"two accounts, smaller first", `SELECT pg_advisory_xact_lock(least(@a::bigint, @b::bigint)), pg_advisory_xact_lock(greatest(@a::bigint, @b::bigint))<from/>`},
	{"keys of a batch, sorted by the caller", `SELECT k, pg_advisory_xact_lock(<key>k</key>) FROM unnest($1::bigint[]) AS k<tail/>`},
	{"nightly job, in a block", `DO $$ BEGIN
		IF pg_try_advisory_xact_lock(8842001) THEN
			UPDATE quotas SET used = 0;
		END IF; END $$`},
}

// A mutation is one way to spoil a query.
type mutation struct {
	name  string
	spoil func(sql string) string // the query unchanged where it has no such mark
}

var mutations = []mutation{
	{"fence removed", func(sql string) string { return regexp.MustCompile(`<fence>[^<]*</fence>`).ReplaceAllString(sql, "") }},
	{"LIMIT moved above the lock", func(sql string) string {
		limit := regexp.MustCompile(`<limit>([^<]*)</limit>`)
		m := limit.FindStringSubmatch(sql)
		if m == nil {
			return sql
		}
		return strings.Replace(limit.ReplaceAllString(sql, ""), "<above/>", m[1], 1)
	}},
	{"condition beside the lock", mark("<and/>", " AND priority > 3")},
	{"OFFSET", mark("<tail/>", " OFFSET 5")},
	{"row lock", mark("<tail/>", " FOR UPDATE SKIP LOCKED")},
	{"ORDER BY and LIMIT", func(sql string) string {
		if strings.Contains(sql, "<order/> LIMIT") {
			return mark("<order/>", " ORDER BY priority")(sql)
		}
		return mark("<order/>", " ORDER BY priority LIMIT 1")(sql)
	}},
	{"constant key", func(sql string) string { return regexp.MustCompile(`<key>[^<]*</key>`).ReplaceAllString(sql, "4711") }},
	{"EXISTS around", func(sql string) string {
		if !strings.Contains(sql, "<whole/>") {
			return sql
		}
		return "SELECT EXISTS (" + sql + ")"
	}},
	{"ORDER BY and LIMIT around", func(sql string) string {
		if !strings.Contains(sql, "<whole/>") || !strings.Contains(sql, "<key>") {
			return sql
		}
		return "SELECT * FROM (" + sql + ") outermost ORDER BY priority LIMIT 1"
	}},
	{"rows to read", mark("<from/>", " FROM tenants WHERE active")},
}

func mark(mark, text string) func(string) string {
	return func(sql string) string { return strings.Replace(sql, mark, text, 1) }
}

// plain takes the marks out.
func plain(sql string) string { return regexp.MustCompile(`</?[a-z]+/?>`).ReplaceAllString(sql, "") }

// TestMutations spoils each careful query in every way that its marks allow. All of them must be reported.
func TestMutations(t *testing.T) {
	tried, found := map[string]int{}, map[string]int{}
	for _, q := range careful {
		sql := plain(q.sql)
		for _, st := range locksql.Analyze(sql).Statements {
			if st.Err != nil {
				t.Errorf("%s: %v", q.name, st.Err)
			}
		}
		if category, why := verdict(sql); category != "-" {
			t.Errorf("%s: %s (%s), want silence:%s", q.name, category, why, sql)
		}
		for _, m := range mutations {
			spoilt := plain(m.spoil(q.sql))
			if spoilt == sql {
				continue
			}
			tried[m.name]++
			if category, _ := verdict(spoilt); category == "-" {
				t.Errorf("%s, %s: silence:%s", q.name, m.name, spoilt)
				continue
			}
			found[m.name]++
		}
	}
	all, reported := 0, 0
	for _, m := range mutations {
		all, reported = all+tried[m.name], reported+found[m.name]
		t.Logf("%2d of %2d reported: %s", found[m.name], tried[m.name], m.name)
	}
	t.Logf("%d of %d reported", reported, all)
	if len(careful) < 20 || all < 80 {
		t.Errorf("%d mutations of %d queries: too few to say anything", all, len(careful))
	}
}

// TestPatterns keeps the pattern that the manual recommends, and the recursive claim of job queues, silent in every way
// to write their parameters.
func TestPatterns(t *testing.T) {
	patterns := []string{
		// The manual, section 13.3.5, with a limit from the program.
		`SELECT pg_advisory_lock(q.id) FROM (SELECT id FROM foo WHERE id > {1} LIMIT {2}) q`,
		`SELECT pg_try_advisory_xact_lock(q.id) AS ok FROM (SELECT id FROM foo WHERE id > {1} ORDER BY id LIMIT {2} OFFSET {3}) q`,
		// A claim that walks the queue one job at a time until a lock is free.
		`WITH RECURSIVE walk AS (
			SELECT (j).*, pg_try_advisory_lock((j).id) AS locked
			FROM (SELECT j FROM jobs AS j WHERE queue = {1} AND run_at <= {2} ORDER BY priority, run_at, id LIMIT 1) AS first
			UNION ALL (
				SELECT (j).*, pg_try_advisory_lock((j).id) AS locked
				FROM (
					SELECT (SELECT j FROM jobs AS j
						WHERE queue = {1} AND run_at <= {2} AND (priority, run_at, id) > (walk.priority, walk.run_at, walk.id)
						ORDER BY priority, run_at, id LIMIT 1) AS j
					FROM walk WHERE NOT walk.locked LIMIT 1
				) AS next
			)
		)
		SELECT queue, priority, run_at, id FROM walk WHERE locked LIMIT 1`,
	}
	styles := map[string]func(n int) string{
		"dollar":   func(n int) string { return fmt.Sprintf("$%d", n) },
		"question": func(int) string { return "?" },
		"at":       func(n int) string { return fmt.Sprintf("@p%d", n) },
		"colon":    func(n int) string { return fmt.Sprintf(":p%d", n) },
		"format":   func(int) string { return "%d" },
		"value":    func(int) string { return "%v" },
		"hole":     func(int) string { return string(locksql.Hole) },
		"constant": func(n int) string { return fmt.Sprint(n * 10) },
	}
	for style, placeholder := range styles {
		for _, p := range patterns {
			sql := p
			for n := 1; n <= 3; n++ {
				sql = strings.ReplaceAll(sql, fmt.Sprintf("{%d}", n), placeholder(n))
			}
			if category, why := verdict(sql); category != "-" {
				t.Errorf("%s: %s (%s), want silence: %s", style, category, why, sql)
			}
			if s := locksql.Analyze(sql).Statements; len(s) != 1 || s[0].Err != nil || len(s[0].Calls) == 0 ||
				!slices.ContainsFunc(s[0].Calls, func(c locksql.Call) bool { return len(c.Keys) > 0 }) {
				t.Errorf("%s: not understood: %s", style, sql)
			}
		}
	}
}
