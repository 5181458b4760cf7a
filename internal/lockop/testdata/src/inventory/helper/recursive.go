package helper

import (
	"context"
	"database/sql"
)

// Functions that call each other are followed once.
func Ping(ctx context.Context, conn *sql.Conn, n int) {
	conn.ExecContext(ctx, "SELECT pg_advisory_lock(45)") // want `pg_advisory_lock: pinned conn; 45 is constant; unlock in Pong; from Pong$`
	Pong(ctx, conn, n-1)
}

func Pong(ctx context.Context, conn *sql.Conn, n int) {
	if n > 0 {
		Ping(ctx, conn, n-1)
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(45)") // want `pg_advisory_unlock: pinned conn; 45 is constant; from Ping$`
}
