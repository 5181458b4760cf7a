package locksql_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBodies(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"perform", "DO $$ BEGIN PERFORM pg_advisory_lock(1); END $$", []string{"pg_advisory_lock(1) 1"}},
		{"perform with rows", "DO $$ BEGIN PERFORM pg_advisory_lock(id) FROM t ORDER BY id LIMIT 3; END $$",
			[]string{"pg_advisory_lock(id) documented"}},
		{"tagged", "DO LANGUAGE plpgsql $code$ BEGIN PERFORM pg_advisory_lock(1); END $code$;", []string{"pg_advisory_lock(1) 1"}},
		{"quoted", "DO 'BEGIN PERFORM pg_advisory_lock(hashtext(''a'')); END'", []string{"pg_advisory_lock(hashtext(''a''))"}},
		{"other language", "DO LANGUAGE plpython3u $$ plpy.execute('SELECT pg_advisory_lock(1)') $$", nil},
		{"bare select", "DO $$ BEGIN SELECT pg_advisory_lock(1); END $$", []string{"pg_advisory_lock(1) 1 invalid"}},
		{"bare select behind WITH", "DO $$ BEGIN WITH x AS (SELECT 1) SELECT pg_try_advisory_lock(1) FROM x; END $$",
			[]string{"pg_try_advisory_lock(1) 1 invalid"}},
		{"select into", "DO $$ DECLARE ok boolean; BEGIN SELECT pg_try_advisory_lock(1) INTO ok; END $$",
			[]string{"pg_try_advisory_lock(1) 1"}},
		{"into first", "DO $$ DECLARE a int; ok boolean; BEGIN SELECT INTO STRICT a, ok 1, pg_try_advisory_lock(1); END $$",
			[]string{"pg_try_advisory_lock(1) 1"}},
		{"insert into", "DO $$ BEGIN INSERT INTO t SELECT id FROM s WHERE a AND pg_try_advisory_lock(id); END $$",
			[]string{"pg_try_advisory_lock(id) overlock"}},
		{"returning into", "DO $$ DECLARE v int; BEGIN UPDATE t SET a = 1 WHERE id = 5 RETURNING id INTO v; PERFORM pg_advisory_unlock(v); END $$",
			[]string{"pg_advisory_unlock(v)"}},
		{"if void", "DO $$ BEGIN IF pg_advisory_lock(1) THEN NULL; END IF; END $$", []string{"pg_advisory_lock(1) 1 invalid"}},
		{"if try", "DO $$ BEGIN IF NOT pg_try_advisory_lock(1) THEN RETURN; ELSIF pg_try_advisory_lock(2) THEN NULL; END IF; END $$",
			[]string{"pg_try_advisory_lock(1) 1", "pg_try_advisory_lock(2) 2"}},
		{"while", "DO $$ BEGIN WHILE NOT pg_try_advisory_lock(1) LOOP PERFORM pg_sleep(1); END LOOP; END $$",
			[]string{"pg_try_advisory_lock(1) 1"}},
		{"exit when", "DO $$ BEGIN LOOP EXIT WHEN pg_try_advisory_lock(1); END LOOP; END $$", []string{"pg_try_advisory_lock(1) 1"}},
		{"assigned to boolean", "DO $$ DECLARE ok boolean; BEGIN ok := pg_advisory_lock(1); END $$",
			[]string{"pg_advisory_lock(1) 1 invalid"}},
		{"declared with", "DO $$ DECLARE ok boolean := pg_try_advisory_lock(1); BEGIN NULL; END $$",
			[]string{"pg_try_advisory_lock(1) 1"}},
		{"assigned try", "DO $$ DECLARE ok boolean; BEGIN ok = pg_try_advisory_lock(1); END $$", []string{"pg_try_advisory_lock(1) 1"}},
		{"loop over rows", "DO $$ DECLARE r record; BEGIN FOR r IN SELECT id FROM t ORDER BY id LOOP PERFORM pg_advisory_lock(r.id); EXIT WHEN r.id > 3; END LOOP; END $$",
			[]string{"pg_advisory_lock(r.id)"}},
		{"loop over locks", "DO $$ DECLARE r record; BEGIN FOR r IN SELECT id, pg_advisory_lock(id) FROM t LOOP NULL; END LOOP; END $$",
			[]string{"pg_advisory_lock(id)"}},
		{"loop over locks, left early", "DO $$ DECLARE r record; BEGIN FOR r IN SELECT id, pg_try_advisory_lock(id) AS ok FROM t LOOP IF r.ok THEN RETURN; END IF; END LOOP; END $$",
			[]string{"pg_try_advisory_lock(id) overlock"}},
		{"inner loop left early", "DO $$ DECLARE r record; BEGIN FOR r IN SELECT id, pg_try_advisory_lock(id) AS ok FROM t LOOP LOOP EXIT; END LOOP; END LOOP; END $$",
			[]string{"pg_try_advisory_lock(id)"}},
		{"integer loop", "DO $$ BEGIN FOR i IN 1..10 LOOP PERFORM pg_advisory_lock(i); END LOOP; END $$", []string{"pg_advisory_lock(i)"}},
		{"variable beside rows", "DO $$ DECLARE k bigint; BEGIN PERFORM pg_advisory_lock(k) FROM t; END $$",
			[]string{"pg_advisory_lock(k) gated"}},
		{"dynamic", "DO $$ BEGIN EXECUTE format('SELECT pg_advisory_lock($1) FROM %I', 't') USING 1; END $$",
			[]string{"pg_advisory_lock($1) $1#0 gated"}},
		{"exception", "DO $$ BEGIN PERFORM pg_advisory_lock(1); EXCEPTION WHEN OTHERS THEN PERFORM pg_advisory_unlock(1); RAISE; END $$",
			[]string{"pg_advisory_lock(1) 1", "pg_advisory_unlock(1) 1"}},
		{"function", "CREATE OR REPLACE FUNCTION f(k bigint) RETURNS boolean AS $$ BEGIN RETURN pg_try_advisory_lock(k); END $$ LANGUAGE plpgsql",
			[]string{"pg_try_advisory_lock(k) (defines)"}},
		{"return query", "CREATE FUNCTION f() RETURNS SETOF bigint AS $$ BEGIN RETURN QUERY SELECT id FROM t WHERE a AND pg_try_advisory_lock(id); END $$ LANGUAGE plpgsql",
			[]string{"pg_try_advisory_lock(id) overlock (defines)"}},
		{"sql function", "CREATE FUNCTION f(k bigint) RETURNS void AS 'SELECT 1; SELECT pg_advisory_lock(k) FROM t' LANGUAGE sql",
			[]string{"pg_advisory_lock(k) gated (defines)"}},
		{"atomic function", "CREATE FUNCTION f(k bigint) RETURNS void LANGUAGE sql BEGIN ATOMIC SELECT pg_advisory_lock(k) FROM t; SELECT CASE WHEN true THEN 1 END; END; SELECT pg_advisory_lock(2)",
			[]string{"pg_advisory_lock(k) gated (defines)", "pg_advisory_lock(2) 2"}},
		{"procedure", "CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); COMMIT; END $$",
			[]string{"pg_advisory_xact_lock(1) 1 (defines)"}},
		{"broken statement among others", "DO $$ BEGIN PERFORM FROM WHERE pg_advisory_lock(1); PERFORM pg_advisory_lock(2) FROM t; END $$",
			[]string{"pg_advisory_lock(1) (not understood)", "pg_advisory_lock(2) 2 gated (not understood)"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, describe(tt.text)); diff != "" {
				t.Errorf("%q\n%s", tt.text, diff)
			}
		})
	}
}
