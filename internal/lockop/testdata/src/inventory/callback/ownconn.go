package callback

import (
	"context"
	"database/sql"
)

type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func onConn(ctx context.Context, db *sql.DB, f func(r runner) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return f(conn)
}

// The function that calls back is this package's own: what it passes is in sight.
func OwnConn(ctx context.Context, db *sql.DB) error {
	return onConn(ctx, db, func(r runner) error {
		if _, err := r.ExecContext(ctx, "SELECT pg_advisory_lock(35)"); err != nil { // want `pg_advisory_lock: pinned r; 35 is constant; deferred unlock in OwnConn.func$`
			return err
		}
		defer r.ExecContext(ctx, "SELECT pg_advisory_unlock(35)") // want `pg_advisory_unlock: pinned r; 35 is constant$`
		return nil
	})
}
