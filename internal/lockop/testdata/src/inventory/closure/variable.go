package closure

import (
	"context"
	"database/sql"
)

func Variable(ctx context.Context, conn *sql.Conn, key int64) (func() error, error) {
	unlock := func() error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in Variable.func$`
		return nil, err
	}
	return unlock, nil
}
