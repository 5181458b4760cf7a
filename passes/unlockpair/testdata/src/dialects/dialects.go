// Package dialects speaks to several databases, of which one has advisory locks.
package dialects

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Only one arm locks, and only one arm unlocks.
func migrate(ctx context.Context, conn *sql.Conn, driver string) error {
	switch driver {
	case "mysql":
		if _, err := conn.ExecContext(ctx, "SELECT GET_LOCK('migrate', 10)"); err != nil {
			return err
		}
	case "postgres":
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(21001)"); err != nil {
			return err
		}
	}
	_, err := conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (v int)")
	switch driver {
	case "mysql":
		conn.ExecContext(ctx, "SELECT RELEASE_LOCK('migrate')")
	case "postgres":
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(21001)")
	}
	return err
}

// The same question is asked before the lock and before the unlock.
func migrateIf(ctx context.Context, conn *sql.Conn, postgres bool) error {
	if postgres {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(21002)"); err != nil {
			return err
		}
	}
	_, err := conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (v int)")
	if postgres {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(21002)")
	}
	return err
}

// Two questions are asked, and the lock stays where only the first is answered yes.
func migrateTwoFlags(ctx context.Context, conn *sql.Conn, postgres, verbose bool) error {
	if postgres {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(21003)"); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
	}
	_, err := conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (v int)")
	if verbose {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(21003)")
	}
	return err
}

// Each dialect is a type.
type dialect interface {
	lock(ctx context.Context, conn *sql.Conn) error
	unlock(ctx context.Context, conn *sql.Conn) error
}

type postgres struct{}

func (postgres) lock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(21004)")
	return err
}

func (postgres) unlock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(21004)")
	return err
}

type sqlite struct{}

func (sqlite) lock(context.Context, *sql.Conn) error   { return nil }
func (sqlite) unlock(context.Context, *sql.Conn) error { return nil }

// Whatever the dialect is, it is asked twice.
func migrateDialect(ctx context.Context, db *sql.DB, d dialect) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := d.lock(ctx, conn); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.unlock(ctx, conn)) }()
	_, err = conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (v int)")
	return err
}

// A method switches on the driver, and the other does the same.
type migrator struct {
	driver string
	conn   *sql.Conn
}

func (m *migrator) lock(ctx context.Context) error {
	switch m.driver {
	case "postgres", "pgx":
		_, err := m.conn.ExecContext(ctx, "SELECT pg_advisory_lock(21005)")
		return err
	case "mysql":
		_, err := m.conn.ExecContext(ctx, "SELECT GET_LOCK('migrate', 10)")
		return err
	}
	return fmt.Errorf("no locks for %s", m.driver)
}

func (m *migrator) unlock(ctx context.Context) error {
	switch m.driver {
	case "postgres", "pgx":
		_, err := m.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(21005)")
		return err
	case "mysql":
		_, err := m.conn.ExecContext(ctx, "SELECT RELEASE_LOCK('migrate')")
		return err
	}
	return nil
}

func (m *migrator) run(ctx context.Context) error {
	if err := m.lock(ctx); err != nil {
		return err
	}
	defer m.unlock(ctx)
	_, err := m.conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (v int)")
	return err
}

// A table of texts holds the statements of each dialect.
var statements = map[string]struct{ lock, unlock string }{
	"postgres": {"SELECT pg_advisory_lock(21006)", "SELECT pg_advisory_unlock(21006)"},
	"mysql":    {"SELECT GET_LOCK('migrate', 10)", "SELECT RELEASE_LOCK('migrate')"},
}

func migrateTable(ctx context.Context, conn *sql.Conn, driver string) error {
	s := statements[driver]
	if _, err := conn.ExecContext(ctx, s.lock); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, s.unlock)
	_, err := conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (v int)")
	return err
}

// A variable holds the statement of the dialect.
func migrateVariable(ctx context.Context, conn *sql.Conn, mysql bool) error {
	lock, unlock := "SELECT pg_advisory_lock(21007)", "SELECT pg_advisory_unlock(21007)"
	if mysql {
		lock, unlock = "SELECT GET_LOCK('migrate', 10)", "SELECT RELEASE_LOCK('migrate')"
	}
	if _, err := conn.ExecContext(ctx, lock); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, unlock)
	_, err := conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (v int)")
	return err
}

// Shared or exclusive is chosen once, for lock and unlock.
func chosenMode(ctx context.Context, conn *sql.Conn, shared bool, key int64) error {
	lock, unlock := "SELECT pg_advisory_lock($1)", "SELECT pg_advisory_unlock($1)"
	if shared {
		lock, unlock = "SELECT pg_advisory_lock_shared($1)", "SELECT pg_advisory_unlock_shared($1)"
	}
	if _, err := conn.ExecContext(ctx, lock, key); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, unlock, key)
	_, err := conn.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (v int)")
	return err
}
