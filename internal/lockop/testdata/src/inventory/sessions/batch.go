package sessions

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// A batch has no session until it is sent.
func Batch(ctx context.Context, conn *pgx.Conn, id int64) error {
	b := &pgx.Batch{}
	b.Queue("SELECT pg_advisory_xact_lock($1)", id) // want `pg_advisory_xact_lock: unknown b; id is parameter; end of the transaction$`
	return conn.SendBatch(ctx, b).Close()
}
