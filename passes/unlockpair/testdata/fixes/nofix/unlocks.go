package nofix

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The error of the unlock is returned.
func errorUsed(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(90)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(90)")
	return err
}

// Much happens behind the unlock, which the lock need not cover.
func unlockedEarly(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(91)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(91)")
	time.Sleep(time.Hour)
	return nil
}

func unlockedBeforeCall(ctx context.Context, conn *sql.Conn, report func() error) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(92)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(92)")
	return report()
}

// Something was to be said of the unlock.
func remarked(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(93)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	// An error shows in the log of the server.
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(93)")
	return nil
}

// A helper unlocks on another path.
func byHelper(ctx context.Context, conn *sql.Conn, open bool) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(94)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if open {
		free(conn, 94)
		return nil
	}
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(94)")
	return nil
}

func free(conn *sql.Conn, key int64) {
	conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", key)
}

// One deferred function unlocks under a condition.
func conditional(ctx context.Context, conn *sql.Conn) (err error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(95)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	ready := false
	defer func() {
		if ready {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock(95)")
		}
	}()
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	ready = true
	return nil
}

// The late defer needs what comes before it.
func lateWithVariable(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(96)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	logger := log.Default()
	defer func() {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(96)"); err != nil {
			logger.Print(err)
		}
	}()
	return nil
}

// The key is given a new value in between.
func keyChanges(ctx context.Context, conn *pgxpool.Conn, key int64) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	old := key
	if key = next(); key == 0 {
		return errors.New("no key")
	}
	conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", old)
	return nil
}

var last int64

func next() int64 {
	last++
	return last
}

// The key is another one at each call.
func keyOnce(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", next()); err != nil {
		return err
	}
	return conn.PingContext(ctx)
}

// All locks are released on one path.
func unlockAll(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(97)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
	return nil
}

// What the unlock uses, nothing else does: without it, there is a variable too many.
func lonely(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(98)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	background := context.Background()
	if err := conn.PingContext(ctx); err != nil {
		return err
	}
	conn.ExecContext(background, "SELECT pg_advisory_unlock(98)")
	return nil
}
