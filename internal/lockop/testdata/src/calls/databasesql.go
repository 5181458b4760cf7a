package calls

import (
	"context"
	"database/sql"
)

func databaseSQL(ctx context.Context, db *sql.DB, conn *sql.Conn, tx *sql.Tx) {
	db.Exec("SELECT pg_advisory_lock(1)")                             // want "runs SELECT pg_advisory_lock.1."
	conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", 1)           // want "runs SELECT pg_advisory_lock"
	tx.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1)`)   // want "runs SELECT pg_try_advisory_xact_lock"
	defer conn.ExecContext(ctx, "SELECT PG_ADVISORY_UNLOCK($1)", 1)   // want "runs SELECT PG_ADVISORY_UNLOCK"
	go func() { db.Query("SELECT pg_catalog.pg_advisory_lock(1)") }() // want "runs SELECT pg_catalog.pg_advisory_lock"
	db.Exec("SELECT 1")
	db.Exec("SELECT * FROM advisory_board")
	db.Exec("BEGIN; SELECT pg_advisory_xact_lock(1); COMMIT") // want "runs BEGIN; SELECT"
}
