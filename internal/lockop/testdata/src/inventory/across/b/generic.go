package b

import (
	"context"
	"database/sql"

	"inventory/across/a"
)

type tenant int64

func Generic(ctx context.Context, conn *sql.Conn, t tenant) error {
	if err := a.LockFor(ctx, conn, t); err != nil { // want `a.LockFor, pg_advisory_lock: pinned conn; t is parameter; helper in Generic$`
		return err
	}
	return a.Unlock(ctx, conn, int64(t))
}
