package calls

import (
	"context"
	"database/sql"
	"strings"

	"inhouse"
)

type wrapper struct{ db *sql.DB }

func (w *wrapper) one(ctx context.Context, q string, args ...any) error {
	_, err := w.db.ExecContext(ctx, strings.TrimSpace(q), args...)
	return err
}

func (w *wrapper) two(ctx context.Context, q string) error { return w.one(ctx, q) }

// log keeps the text and runs nothing.
func (w *wrapper) log(q string) { sink = append(sink, q) }

var sink []string

// Exec has the name and the parameters, and its body does not run the text.
type recorder struct{ got []string }

func (r *recorder) Exec(ctx context.Context, q string, args ...any) error {
	r.got = append(r.got, q)
	return nil
}

func generic[T any](db *sql.DB, q string) (v T, err error) {
	err = db.QueryRow(q).Scan(&v)
	return v, err
}

func runAll(db *sql.DB, qs ...string) {
	for _, q := range qs {
		db.Exec(q)
	}
}

func runSlice(db *sql.DB, qs []string) {
	for _, q := range qs {
		db.Exec(q)
	}
}

func useWrappers(ctx context.Context, w *wrapper, rec *recorder, db *sql.DB) {
	w.one(ctx, "SELECT pg_advisory_lock(1)") // want "runs"
	w.two(ctx, "SELECT pg_advisory_lock(1)") // want "runs"
	w.log("SELECT pg_advisory_lock(1)")
	rec.Exec(ctx, "SELECT pg_advisory_lock(1)")
	generic[bool](db, "SELECT pg_try_advisory_lock(1)")              // want "runs"
	runAll(db, "SELECT 1", "SELECT pg_advisory_lock(1)")             // want "runs SELECT pg_advisory_lock"
	runSlice(db, []string{"SELECT 1", "SELECT pg_advisory_lock(1)"}) // want "runs SELECT pg_advisory_lock"
}

func useClosures(ctx context.Context, db *sql.DB) {
	run := func(q string) error {
		_, err := db.ExecContext(ctx, q)
		return err
	}
	run("SELECT pg_advisory_lock(1)") // want "runs"
	note := func(q string) { sink = append(sink, q) }
	note("SELECT pg_advisory_lock(1)")
	retry(func() error {
		_, err := db.Exec("SELECT pg_advisory_lock(1)") // want "runs"
		return err
	})
}

func retry(f func() error) error { return f() }

func useOtherPackage(ctx context.Context, c inhouse.Client, db *sql.DB) {
	c.QueryRows(ctx, "SELECT pg_advisory_lock(1)") // want "runs"
	c.Describe("SELECT pg_advisory_lock(1)")
	inhouse.ExecQuery(ctx, db, "SELECT pg_advisory_lock(1)") // want "runs"
	inhouse.GetOne(ctx, "SELECT pg_advisory_lock(1)")        // want "runs"
	inhouse.QueryEscape("SELECT pg_advisory_lock(1)")
	inhouse.GetSetting("pg_advisory_lock(1)")
	inhouse.Execute("SELECT pg_advisory_lock(1)")
}
