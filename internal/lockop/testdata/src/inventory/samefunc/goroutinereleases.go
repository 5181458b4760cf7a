package samefunc

import (
	"context"
	"database/sql"
)

// A goroutine gives the lock back when the context ends.
func GoroutineReleases(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; goroutine in GoroutineReleases.func$`
		return err
	}
	go func() {
		<-ctx.Done()
		conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
	}()
	return nil
}
