// Package app calls what sqlc generated.
package app

import (
	"context"
	"database/sql"

	"inventory/sqlc/db"
)

func Session(ctx context.Context, pool *sql.DB) error {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	q := db.New(conn)
	if err := q.LockSession(ctx, 111); err != nil { // want `db.Queries.LockSession, pg_advisory_lock: pinned q; 111 is constant; deferred helper in Session$`
		return err
	}
	defer q.UnlockSession(ctx, 111)
	return nil
}
