package sessions

import (
	"context"

	"github.com/jackc/pgx/v5"
)

func Prepared(ctx context.Context, conn *pgx.Conn, key int64) error {
	if _, err := conn.Prepare(ctx, "guard", "SELECT pg_advisory_lock($1)"); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "guard", key) // want `pg_advisory_lock: pinned conn; key is parameter; no release$`
	return err
}
