package samefunc

import (
	"context"
	"database/sql"
)

// The goroutine takes and gives back its own lock: the release is not another goroutine's.
func Goroutine(ctx context.Context, db *sql.DB, key int64) {
	go func() {
		conn, err := db.Conn(ctx)
		if err != nil {
			return
		}
		defer conn.Close()
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; unlock in Goroutine.func$`
			return
		}
		work()
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
	}()
}
