package b

import (
	"context"
	"database/sql"

	"inventory/across/a"
)

func Handle(ctx context.Context, conn *sql.Conn) (*a.Handle, error) {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(103)") // want `pg_advisory_lock: pinned conn; 103 is constant; method in a.Handle.Free$`
	return &a.Handle{Conn: conn}, err
}
