package sessions

import (
	"context"
	"database/sql"
)

const migrationKey = 72

func onKey(ctx context.Context, conn *sql.Conn, query string) error {
	_, err := conn.ExecContext(ctx, query, migrationKey)
	return err
}

// The wrapper binds the key as well.
func KeyInside(ctx context.Context, conn *sql.Conn) error {
	if err := onKey(ctx, conn, "SELECT pg_advisory_lock($1)"); err != nil { // want `pg_advisory_lock: pinned conn; migrationKey is constant; unlock in KeyInside$`
		return err
	}
	return onKey(ctx, conn, "SELECT pg_advisory_unlock($1)") // want `pg_advisory_unlock: pinned conn; migrationKey is constant$`
}
