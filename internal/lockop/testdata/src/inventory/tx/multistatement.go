package tx

import (
	"context"
	"database/sql"
)

func MultiStatement(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "BEGIN; SELECT pg_advisory_xact_lock(65); UPDATE t SET n = n + 1; COMMIT") // want `pg_advisory_xact_lock: pinned conn; 65 is constant; end of the transaction$`
	return err
}
