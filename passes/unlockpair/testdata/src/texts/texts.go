// Package texts writes about locks, or finds their text in unusual places.
package texts

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"strings"

	"github.com/DATA-DOG/go-sqlmock"
)

// A message is no statement.
func message(ctx context.Context, db *sql.DB) error {
	if err := db.PingContext(ctx); err != nil {
		return fmt.Errorf("SELECT pg_advisory_lock(1) was not sent: %w", err)
	}
	log.Print("SELECT pg_advisory_lock(1)")
	return nil
}

// An expectation of a mock is no statement.
func expect(mock sqlmock.Sqlmock) {
	mock.ExpectExec("SELECT pg_advisory_lock($1)").WithArgs(23001)
	mock.ExpectQuery("SELECT pg_try_advisory_lock(23001)")
}

// A list of forbidden functions is no statement.
var forbidden = []string{"pg_advisory_lock(", "pg_sleep("}

func allowed(query string) bool {
	for _, f := range forbidden {
		if strings.Contains(query, f) {
			return false
		}
	}
	return !strings.HasPrefix(query, "SELECT pg_advisory_lock")
}

// A comment in SQL is no lock.
func commented(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "SELECT 1 -- not pg_advisory_lock(23002)")
	return err
}

// A string in SQL is no lock.
func quoted(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "INSERT INTO notes (text) VALUES ('SELECT pg_advisory_lock(23003)')")
	return err
}

// A definition of a function takes no lock.
func defines(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `CREATE FUNCTION hold() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_lock(23004);
END
$$`)
	return err
}

// The text is put together.
func concatenated(ctx context.Context, conn *sql.Conn, suffix string) error {
	const prefix = "SELECT pg_advisory_"
	if _, err := conn.ExecContext(ctx, prefix+"lock(hashtext('texts."+suffix+"'))"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, prefix+"unlock(hashtext('texts."+suffix+"'))")
	return nil
}

// The text is formatted, and a path forgets the unlock.
func formattedLeak(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, fmt.Sprintf("SELECT pg_advisory_lock(%d)", key)); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL translate()"); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, fmt.Sprintf("SELECT pg_advisory_unlock(%d)", key))
	return err
}

// A format chooses between lock and unlock.
func byName(ctx context.Context, conn *sql.Conn, function string) error {
	_, err := conn.ExecContext(ctx, fmt.Sprintf("SELECT pg_advisory_%s($1)", function), 23005)
	return err
}

func named(ctx context.Context, conn *sql.Conn) error {
	if err := byName(ctx, conn, "lock"); err != nil {
		return err
	}
	return byName(ctx, conn, "unlock")
}

// A block of plpgsql locks and unlocks.
func block(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, `DO $$
BEGIN
	PERFORM pg_advisory_lock(23006);
	PERFORM translate();
	PERFORM pg_advisory_unlock(23006);
END
$$`)
	return err
}

// The name of the function has a schema and odd letters.
func qualified(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "select PG_CATALOG.pg_advisory_lock($1)", key); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_catalog.PG_ADVISORY_UNLOCK($1)", key)
	return nil
}

// Two locks are taken by one statement and released by one.
func twoAtOnce(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(23007), pg_advisory_lock(23008)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(23008), pg_advisory_unlock(23007)")
	return nil
}

// Of two locks one is deferred and the other forgotten on a path.
func oneOfTwo(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(23009)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(23009)")
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(23010)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL translate()"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(23010)")
	return err
}
