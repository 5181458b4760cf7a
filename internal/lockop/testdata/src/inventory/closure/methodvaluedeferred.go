package closure

import (
	"context"
	"database/sql"
)

func cleanup(f func()) { f() }

func MethodValueGiven(ctx context.Context, conn *sql.Conn, key int64) error {
	s := session{conn, key}
	defer cleanup(s.free)
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key) // want `pg_advisory_lock: pinned conn; key is parameter; deferred helper in MethodValueGiven$`
	return err
}
