// Package pool locks on pools.
package pool

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jmoiron/sqlx"
)

// The unlock is deferred.
func deferred(ctx context.Context, db *sql.DB, key int64) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/pool\]`
	_, err := db.ExecContext(ctx, "CALL sail()")
	return err
}

// In a function, on a field, for another result.
type Harbour struct{ db *sql.DB }

type Report struct{ Ships int }

func (h *Harbour) Report(ctx context.Context) (Report, error) {
	// One report at a time.
	_, err := h.db.ExecContext(ctx, "SELECT pg_advisory_lock(66)") // want `\[unlockpair/pool\]`
	if err != nil {
		return Report{}, err
	}
	defer func() {
		_, _ = h.db.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(66)") // want `\[unlockpair/pool\]`
	}()
	var r Report
	err = h.db.QueryRowContext(ctx, "SELECT count(*) FROM ships").Scan(&r.Ships)
	return r, err
}

// The unlock stands before the returns.
func explicit(ctx context.Context, db *sqlx.DB, key int64) (n int, ok bool, err error) {
	err = db.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock($1)", key) // want `\[unlockpair/pool\]`
	if err != nil {
		return 0, false, err
	}
	if !ok {
		return 0, false, nil
	}
	if err = db.GetContext(ctx, &n, "SELECT count(*) FROM ships"); err != nil {
		db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/pool\]`
		return 0, false, err
	}
	if n == 0 {
		return 0, false, errors.New("no ships")
	}
	db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/pool\]`
	return n, true, nil
}

// Nothing lies between lock and unlock that returns.
func straight(ctx context.Context, db *sql.DB) (*time.Time, error) {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(67)"); err != nil { // want `\[unlockpair/pool\]`
		return nil, err
	}
	var tide time.Time
	workErr := db.QueryRowContext(ctx, "SELECT next_tide()").Scan(&tide)
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_unlock(67)") // want `\[unlockpair/pool\]`
	return &tide, errors.Join(workErr, err)
}

// The names are taken.
func names(ctx context.Context, db *sql.DB, conn string) (err error) {
	if conn != "" {
		if _, lockErr := db.ExecContext(ctx, "SELECT pg_advisory_lock(68)"); lockErr != nil { // want `\[unlockpair/pool\]`
			return lockErr
		}
		defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(68)") // want `\[unlockpair/pool\]`
		_, err = db.ExecContext(ctx, "CALL sail($1)", conn)
	}
	return err
}

// err is defined further down, with another variable.
func defined[T any](ctx context.Context, db *sql.DB, find func() (T, error)) (T, error) {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock_shared(69, 1)"); err != nil { // want `\[unlockpair/pool\]`
		var zero T
		return zero, err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock_shared(69, 1)") // want `\[unlockpair/pool\]`
	found, err := find()
	return found, err
}
