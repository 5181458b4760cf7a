package helper

import (
	"context"
	"database/sql"
)

// The helper unlocks where it fails after it has locked; who called it owes the release all the same.
func lockAndCheck(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(44)"); err != nil { // want `pg_advisory_lock: pinned conn; 44 is constant; unlock in lockAndCheck and unlock in ErrorPath; from ErrorPath$`
		return err
	}
	if err := conn.PingContext(ctx); err != nil {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(44)") // want `pg_advisory_unlock: pinned conn; 44 is constant; from ErrorPath$`
		return err
	}
	return nil
}

func ErrorPath(ctx context.Context, conn *sql.Conn) error {
	if err := lockAndCheck(ctx, conn); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(44)") // want `pg_advisory_unlock: pinned conn; 44 is constant$`
	return err
}
