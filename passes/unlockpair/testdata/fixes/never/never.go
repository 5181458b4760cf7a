// Package never forgets lock and connection.
package never

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

func onConn(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(63)"); err != nil { // want `\[unlockpair/never\]`
		return err
	}
	_, err = conn.ExecContext(ctx, "CALL sweep()")
	return err
}

func onConnx(ctx context.Context, db *sqlx.DB, key int64) error {
	conn, err := db.Connx(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/never\]`
		return err
	}
	_, err = conn.ExecContext(ctx, "CALL sweep()")
	return err
}

func onPoolConn(ctx context.Context, pool *pgxpool.Pool, key int64) (bool, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return false, err
	}
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil || !ok { // want `\[unlockpair/never\]`
		conn.Release()
		return false, err
	}
	_, err = conn.Exec(ctx, "CALL sweep()")
	return true, err
}
