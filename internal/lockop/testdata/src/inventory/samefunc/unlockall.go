package samefunc

import (
	"context"
	"database/sql"
)

func UnlockAll(ctx context.Context, conn *sql.Conn, keys []int64) error {
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()") // want `pg_advisory_unlock_all: pinned conn$`
	for _, key := range keys {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is element of keys; deferred unlock in UnlockAll$`
			return err
		}
	}
	work()
	return nil
}
