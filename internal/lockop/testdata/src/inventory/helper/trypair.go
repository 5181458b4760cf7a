package helper

import (
	"context"
	"database/sql"
)

func tryLock(ctx context.Context, conn *sql.Conn) (ok bool, err error) {
	err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(43)").Scan(&ok) // want `pg_try_advisory_lock: pinned conn; 43 is constant; deferred helper in TryPair.func; from TryPair$`
	return ok, err
}

func release(ctx context.Context, conn *sql.Conn) (ok bool, err error) {
	err = conn.QueryRowContext(ctx, "SELECT pg_advisory_unlock(43)").Scan(&ok) // want `pg_advisory_unlock: pinned conn; 43 is constant; from TryPair.func$`
	return ok, err
}

func TryPair(ctx context.Context, conn *sql.Conn) error {
	if ok, err := tryLock(ctx, conn); err != nil || !ok {
		return err
	}
	defer func() { release(ctx, conn) }()
	return nil
}
