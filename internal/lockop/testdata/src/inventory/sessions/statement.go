package sessions

import (
	"context"
	"database/sql"
)

func Statement(ctx context.Context, conn *sql.Conn, key int64) error {
	lock, err := conn.PrepareContext(ctx, "SELECT pg_advisory_lock($1)")
	if err != nil {
		return err
	}
	unlock, err := conn.PrepareContext(ctx, "SELECT pg_advisory_unlock($1)")
	if err != nil {
		return err
	}
	if _, err := lock.ExecContext(ctx, key); err != nil { // want `pg_advisory_lock: pinned lock; key is parameter; unlock in Statement$`
		return err
	}
	_, err = unlock.ExecContext(ctx, key) // want `pg_advisory_unlock: pinned unlock; key is parameter$`
	return err
}
