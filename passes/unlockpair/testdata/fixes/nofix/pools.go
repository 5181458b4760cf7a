package nofix

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Lock and unlock are two functions.
func lockPool(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(110)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	return nil
}

func unlockPool(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_unlock(110)") // want `\[unlockpair/pool\]`
	return err
}

// Nobody hears of an error.
func noError(ctx context.Context, db *sql.DB) {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(111)"); err != nil { // want `\[unlockpair/pool\]`
		return
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(111)") // want `\[unlockpair/pool\]`
}

// There is no context.
func noContext(db *sql.DB) error {
	if _, err := db.Exec("SELECT pg_advisory_lock(112)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	defer db.Exec("SELECT pg_advisory_unlock(112)") // want `\[unlockpair/pool\]`
	return nil
}

// One path would still leak.
func earlyReturn(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(113)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_unlock(113)") // want `\[unlockpair/pool\]`
	return err
}

// The unlock would still run under a context that may be done.
func contextDone(ctx context.Context, pool *pgxpool.Pool) error {
	if _, err := pool.Exec(ctx, "SELECT pg_advisory_lock(114)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	_, workErr := pool.Exec(ctx, "CALL open()")
	_, err := pool.Exec(ctx, "SELECT pg_advisory_unlock(114)") // want `\[unlockpair/pool\]`
	if workErr != nil {
		return workErr
	}
	return err
}

// Two locks, of which one is held by a connection.
func twoLocks(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(115)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(115)")                    // want `\[unlockpair/pool\]`
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(116)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(116)") // want `\[unlockpair/pool\]`
	return nil
}

// All names are taken.
func allNames(ctx context.Context, db *sql.DB, conn, lockConn, pinned int) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(117)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(117)") // want `\[unlockpair/pool\]`
	return nil
}

// The pool is one that is embedded.
type store struct{ *sql.DB }

func (s store) sweep(ctx context.Context) error {
	if _, err := s.ExecContext(ctx, "SELECT pg_advisory_lock(118)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	defer s.ExecContext(ctx, "SELECT pg_advisory_unlock(118)") // want `\[unlockpair/pool\]`
	return nil
}
