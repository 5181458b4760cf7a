package ends

import (
	"context"
	"database/sql"
)

func SQLConnClose(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(52)") // want `pg_advisory_lock: pinned conn; 52 is constant; no unlock: the connection goes back to its pool with the lock in SQLConnClose$`
	return err
}
