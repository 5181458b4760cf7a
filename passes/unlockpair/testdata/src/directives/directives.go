// Package directives accepts what would be reported.
package directives

import (
	"context"
	"database/sql"
)

// The rule is accepted at the acquisition.
func ignored(ctx context.Context, conn *sql.Conn, empty bool) error {
	//advlock:ignore unlockpair/leak the caller unlocks everything afterwards
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(22001)"); err != nil {
		return err
	}
	if empty {
		return nil
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(22001)")
	return err
}

// All rules of the analyzer are accepted, at the end of the line.
func ignoredAll(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(22002)") //advlock:ignore unlockpair the pool is replaced in production
	return err
}

// A directive that gives no reason has no effect.
func noReason(ctx context.Context, conn *sql.Conn, empty bool) error {
	//advlock:ignore unlockpair/leak
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(22003)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if empty {
		return nil
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(22003)")
	return err
}

// A directive for another rule has no effect.
func otherRule(ctx context.Context, conn *sql.Conn, empty bool) error {
	//advlock:ignore unlockpair/pool there is one connection
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(22004)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if empty {
		return nil
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(22004)")
	return err
}

// A lock that lives as long as the process.
func held(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(22005)") //advlock:hold only one instance may start
	return err
}

// The give-back is accepted where it stands.
func givenBack(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //advlock:ignore unlockpair/giveback the pool is closed by the caller
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(22006)")
	return err
}

// The keepalive of a lock takes it again.
func keepalive(ctx context.Context, conn *sql.Conn, ticks <-chan struct{}) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(22007)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(22007)")
	for range ticks {
		//advlock:ignore unlockpair/reentry the lock is taken again to see that the session lives
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(22007)"); err != nil {
			return err
		}
	}
	return nil
}
