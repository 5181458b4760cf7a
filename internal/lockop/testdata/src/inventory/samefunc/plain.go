// Package samefunc takes and gives back locks in one function.
package samefunc

import (
	"context"
	"database/sql"
)

func Plain(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; unlock in Plain$`
		return err
	}
	work()
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
	return err
}

func work() {}
