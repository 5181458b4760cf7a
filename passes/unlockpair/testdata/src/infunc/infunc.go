// Package infunc takes and releases locks in one function.
package infunc

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"os"
)

var errSkipped = errors.New("skipped")

// The unlock is deferred right after the lock.
func deferred(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1001)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1001)")
	_, err := conn.ExecContext(ctx, "UPDATE invoices SET sent = true")
	return err
}

// An early return stands between the lock and the deferred unlock.
func returnBeforeDefer(ctx context.Context, conn *sql.Conn, dryRun bool) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1002)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if dryRun {
		return nil
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1002)")
	_, err := conn.ExecContext(ctx, "DELETE FROM drafts")
	return err
}

// The statement between lock and unlock fails.
func returnOnError(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1003)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "REFRESH MATERIALIZED VIEW totals"); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1003)")
	return err
}

// The same, with the unlock on both ways out.
func unlockOnEachPath(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1004)"); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "REFRESH MATERIALIZED VIEW totals"); err != nil {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1004)")
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1004)")
	return err
}

// The error of the work is kept until the lock is released.
func errorKept(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1005)"); err != nil {
		return err
	}
	_, workErr := conn.ExecContext(ctx, "UPDATE meters SET reading = reading + 1")
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1005)")
	return errors.Join(workErr, err)
}

// One arm of a switch forgets the unlock.
func switchArm(ctx context.Context, conn *sql.Conn, kind string) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1006)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	switch kind {
	case "full":
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1006)")
		return err
	case "none":
		return errSkipped
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1006)")
	return err
}

// Every arm of a switch falls through to the unlock.
func switchThrough(ctx context.Context, conn *sql.Conn, kind string) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1007)"); err != nil {
		return err
	}
	var err error
	switch kind {
	case "full":
		_, err = conn.ExecContext(ctx, "VACUUM")
	case "none":
		err = errSkipped
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1007)")
	return err
}

// All ways out lead to one label.
func gotoEnd(ctx context.Context, conn *sql.Conn, n int) (err error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1008)"); err != nil {
		return err
	}
	if n == 0 {
		goto end
	}
	_, err = conn.ExecContext(ctx, "UPDATE shelves SET n = $1", n)
end:
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1008)")
	return err
}

// The label stands behind the unlock.
func gotoPast(ctx context.Context, conn *sql.Conn, n int) (err error) {
	if _, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(1009)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if n == 0 {
		goto end
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1009)")
end:
	return err
}

// Whoever ends the process ends the session.
func exits(ctx context.Context, conn *sql.Conn) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1010)"); err != nil {
		log.Fatal(err)
	}
	if _, err := conn.ExecContext(ctx, "INSERT INTO runs DEFAULT VALUES"); err != nil {
		log.Fatalf("insert: %v", err)
	}
	if len(os.Args) > 3 {
		os.Exit(2)
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1010)")
}

// Printing is not exiting.
func logsOnly(ctx context.Context, conn *sql.Conn) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1011)"); err != nil { // want `\[unlockpair/leak\]`
		log.Print(err)
		return
	}
	if _, err := conn.ExecContext(ctx, "INSERT INTO runs DEFAULT VALUES"); err != nil {
		log.Printf("insert: %v", err)
		return
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1011)")
}

// An explicit panic is a matter of the rule unlockpair/panic.
func panics(ctx context.Context, conn *sql.Conn, n int) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1012)"); err != nil {
		return
	}
	if n < 0 {
		panic("negative")
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1012)")
}

// Both locks are released, in reverse order.
func twoLocks(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1013)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1013)")
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1014)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1014)")
	return nil
}

// The first lock stays when the second cannot be taken.
func secondFails(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1015)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1016)"); err != nil {
		return err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1016)")
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1015)")
	return nil
}

// One statement releases what others took.
func unlockAll(ctx context.Context, conn *sql.Conn, a, b int64) error {
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", a); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared($1)", b); err != nil {
		return err
	}
	return nil
}

// An unlock that fails was still the release that this function owed.
func unlockFails(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1017)"); err != nil {
		return err
	}
	var freed bool
	err := conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock(1017)").Scan(&freed)
	if err != nil {
		return err
	}
	if !freed {
		return errors.New("was not held")
	}
	return nil
}
