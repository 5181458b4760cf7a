package calls

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func pgxCalls(ctx context.Context, conn *pgx.Conn, pool *pgxpool.Pool, tx pgx.Tx) {
	conn.Exec(ctx, "SELECT pg_advisory_lock($1)", 1)                                // want "runs"
	pool.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", 1)                        // want "runs"
	tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", 1)                             // want "runs"
	conn.PgConn().Exec(ctx, "SELECT pg_advisory_lock(1)")                           // want "runs"
	conn.PgConn().ExecParams(ctx, "SELECT pg_advisory_lock(1)", nil, nil, nil, nil) // want "runs"
	batch := &pgx.Batch{}
	batch.Queue("SELECT pg_advisory_xact_lock($1)", 1) // want "runs"
	batch.Queue("SELECT 1")
	conn.SendBatch(ctx, batch)
}
