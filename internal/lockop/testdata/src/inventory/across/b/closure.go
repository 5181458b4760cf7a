package b

import (
	"context"
	"database/sql"

	"inventory/across/a"
)

func Closure(ctx context.Context, conn *sql.Conn) error {
	release, err := a.Hold(ctx, conn) // want `a.Lock, pg_advisory_lock: pinned conn; 101 is constant; deferred closure in Closure$`
	if err != nil {
		return err
	}
	defer release()
	return nil
}
