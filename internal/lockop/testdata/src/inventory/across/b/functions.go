// Package b takes locks through package a, and has no SQL of its own.
package b

import (
	"context"
	"database/sql"

	"inventory/across/a"
)

func Functions(ctx context.Context, conn *sql.Conn) error {
	if err := a.Lock(ctx, conn, 5); err != nil { // want `a.Lock, pg_advisory_lock: pinned conn; 5 is constant; deferred helper in Functions$`
		return err
	}
	defer a.Unlock(ctx, conn, 5)
	return nil
}
