package locksql_test

import (
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
)

func TestFence(t *testing.T) {
	const hole = string(locksql.Hole)
	tests := []struct{ name, text, want string }{
		{"LIMIT",
			"SELECT id, pg_advisory_lock(id) FROM jobs WHERE a = $1 ORDER BY prio LIMIT 3;",
			"SELECT id, pg_advisory_lock(id) FROM (SELECT * FROM jobs WHERE a = $1 ORDER BY prio LIMIT 3) AS jobs;"},
		{"OFFSET, with alias and schema",
			"SELECT j.id, pg_advisory_lock(j.id) FROM app.jobs AS j LIMIT ? OFFSET ?",
			"SELECT j.id, pg_advisory_lock(j.id) FROM (SELECT * FROM app.jobs AS j LIMIT ? OFFSET ?) AS j"},
		{"row lock",
			"SELECT pg_advisory_xact_lock(id) FROM jobs LIMIT 3 FOR UPDATE SKIP LOCKED",
			"SELECT pg_advisory_xact_lock(id) FROM (SELECT * FROM jobs LIMIT 3 FOR UPDATE SKIP LOCKED) AS jobs"},
		{"quoted name",
			`SELECT pg_advisory_lock(id) FROM "Jobs" LIMIT 3`,
			`SELECT pg_advisory_lock(id) FROM (SELECT * FROM "Jobs" LIMIT 3) AS "Jobs"`},
		{"several lines",
			"SELECT pg_advisory_lock(id)\n  FROM jobs -- all\n LIMIT 3\n -- end",
			"SELECT pg_advisory_lock(id)\n  FROM (SELECT * FROM jobs -- all\n LIMIT 3) AS jobs\n -- end"},
		{"hole in the condition",
			"SELECT pg_advisory_lock(id) FROM jobs WHERE " + hole + " LIMIT 3",
			"SELECT pg_advisory_lock(id) FROM (SELECT * FROM jobs WHERE " + hole + " LIMIT 3) AS jobs"},
		{"last term of WHERE",
			"SELECT id FROM jobs WHERE a = $1 AND pg_try_advisory_lock(id) ORDER BY prio LIMIT 1",
			"SELECT id FROM (SELECT * FROM jobs WHERE a = $1 ORDER BY prio OFFSET 0) AS jobs WHERE pg_try_advisory_lock(id) LIMIT 1"},
		{"first term of WHERE",
			"SELECT id FROM jobs j WHERE pg_try_advisory_lock(j.id) AND a = $1",
			"SELECT id FROM (SELECT * FROM jobs j WHERE a = $1 OFFSET 0) AS j WHERE pg_try_advisory_lock(j.id)"},
		{"only term of WHERE",
			"SELECT id FROM jobs WHERE pg_try_advisory_lock(id) ORDER BY prio LIMIT 1",
			"SELECT id FROM (SELECT * FROM jobs ORDER BY prio OFFSET 0) AS jobs WHERE pg_try_advisory_lock(id) LIMIT 1"},

		{"sorted by what the list makes", "SELECT a + b AS c, pg_advisory_lock(id) FROM jobs ORDER BY c LIMIT 3", ""},
		{"sorted by number", "SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY 1 LIMIT 3", ""},
		{"sorted by the lock", "SELECT id, pg_try_advisory_lock(id) ok FROM jobs ORDER BY ok LIMIT 3", ""},
		{"system column", "SELECT ctid, pg_advisory_lock(id) FROM jobs LIMIT 3", ""},
		{"column with schema", "SELECT app.jobs.id, pg_advisory_lock(id) FROM app.jobs LIMIT 3", ""},
		{"two relations", "SELECT pg_advisory_lock(j.id) FROM jobs j, owners o LIMIT 3", ""},
		{"grouped", "SELECT a, pg_advisory_lock(a) FROM jobs GROUP BY a ORDER BY a LIMIT 3", ""},
		{"window", "SELECT pg_advisory_lock(id), row_number() OVER () FROM jobs LIMIT 3", ""},
		{"lock by placeholder position", "SELECT id FROM jobs WHERE pg_try_advisory_lock(?, id) AND a = ? LIMIT 1", ""},
		{"lock inside OR", "SELECT id FROM jobs WHERE (pg_try_advisory_lock(id) OR a) AND b LIMIT 1", ""},
		{"update", "UPDATE jobs SET a = 1 WHERE b AND pg_try_advisory_lock(id)", ""},
		{"function body", "DO $$ BEGIN PERFORM pg_advisory_lock(id) FROM jobs LIMIT 3; END $$", ""},
		{"constant key", "SELECT pg_advisory_lock(42) FROM jobs LIMIT 3", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			call := locksql.Analyze(tt.text).Statements[0].Calls[0]
			got := ""
			if edits := locksql.Fence(tt.text, call); edits != nil {
				got = locksql.Apply(tt.text, edits)
			}
			if got != tt.want {
				t.Errorf("%s\ngot  %s\nwant %s", tt.text, got, tt.want)
			}
		})
	}
}
