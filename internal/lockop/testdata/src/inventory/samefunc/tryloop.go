package samefunc

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

func TryLoop(ctx context.Context, conn *pgx.Conn, key int64) error {
	for locked := false; !locked; time.Sleep(time.Second) {
		if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&locked); err != nil { // want `pg_try_advisory_lock: pinned conn; key is parameter; deferred unlock in TryLoop$`
			return err
		}
	}
	defer conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
	work()
	return nil
}
