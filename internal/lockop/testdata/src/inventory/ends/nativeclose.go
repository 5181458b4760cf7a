// Package ends shows how a session ends, or seems to.
package ends

import (
	"context"

	"github.com/jackc/pgx/v5"
)

func NativeClose(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, "")
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "SELECT pg_advisory_lock(51)") // want `pg_advisory_lock: pinned conn; 51 is constant; end of the session in NativeClose$`
	return err
}
