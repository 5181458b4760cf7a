package locksql_test

import (
	"context"
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

// TestTruthHolds takes the measured statements' locks for the session and gives them back one by one: a key that has to
// be given back twice must have been reported, for one unlock leaves it locked. pg_locks does not show this.
func TestTruthHolds(t *testing.T) {
	all := shapes(t)
	most := make([]int, len(all))
	for _, l := range layouts[:2] {
		d := newDatabase(t, l)
		for i, s := range all {
			for _, p := range plans {
				if most[i] < 2 && (s.session != "-" || p.set == nil) { // which rows LIMIT leaves is up to the plan
					most[i] = max(most[i], d.holds(t, s.in(locksql.Session), p))
				}
			}
		}
	}
	for i, s := range all {
		category, _ := verdict(s.in(locksql.Session))
		if most[i] > 1 && s.expected != "any" && (category == "-" || category == string(locksql.Documented)) {
			t.Errorf("%s holds a key %d times and is %s: %s", s.id, most[i], category, s.sql)
		}
		if most[i] < 2 && s.session == string(locksql.Overlock) {
			t.Errorf("%s holds each key once: %s", s.id, s.sql)
		}
	}
}

// holds runs a statement, takes back what it wrote, and returns how often the most locked key was locked.
func (d *database) holds(t *testing.T, sql string, p plan) (most int) {
	t.Helper()
	ctx := context.Background()
	// An error keeps the locks taken before it, as it does in real life.
	d.conn.PgConn().Exec(ctx, p.begin()+sql).Close()
	d.exec(t, "ROLLBACK")
	for _, key := range d.keys(t, "SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()") {
		n := 0
		for released := true; released; n++ {
			if err := d.conn.QueryRow(ctx, "SELECT pg_advisory_unlock($1)", key).Scan(&released); err != nil {
				t.Fatal(err)
			}
		}
		most = max(most, n-1)
	}
	return most
}
