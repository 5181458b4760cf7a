package b

import (
	"context"
	"database/sql"

	"inventory/across/a"
)

func WithLock(ctx context.Context, conn *sql.Conn) error {
	return a.WithLock(ctx, conn, func() error { return nil }) // want `a.WithLock, pg_advisory_lock: pinned conn; 104 is constant; deferred unlock in WithLock$`
}
