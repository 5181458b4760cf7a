// Package callers shows where a report stands.
package callers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"

	"github.com/jackc/pgx/v5"
)

const claim = `SELECT id, pg_advisory_lock(id) FROM jobs ORDER BY id LIMIT 3`

func constant(db *sql.DB) {
	db.Query(claim) // want `\[sqlorder/documented\]`
	log.Print(claim)
}

func prepared(db *sql.DB) {
	stmt, _ := db.Prepare(claim)
	stmt.Query() // want `\[sqlorder/documented\]`
}

func neverRun(db *sql.DB) (*sql.Stmt, error) {
	return db.Prepare(claim)
}

func batch(ctx context.Context, conn *pgx.Conn) {
	b := &pgx.Batch{}
	b.Queue(claim) // want `\[sqlorder/documented\]`
	conn.SendBatch(ctx, b)
}

func wrapped(db *sql.DB) {
	run(db, claim) // want `\[sqlorder/documented\]`
}

func run(db *sql.DB, query string) { db.Query(query) }

func unknownPieces(db *sql.DB, table string, ids []int) {
	db.Query(fmt.Sprintf("SELECT id, pg_advisory_lock(id) FROM %s ORDER BY id LIMIT %d", table, 3)) // want `\[sqlorder/documented\]`
	db.Query("SELECT id FROM " + table + " WHERE status = 'ready' AND pg_try_advisory_lock(id)")    // want `\[sqlorder/overlock\]`
	db.Query("SELECT pg_advisory_lock(" + fmt.Sprint(ids[0]) + ")")
}

func dialects(db *sql.DB, dialect string) {
	query := "SELECT id, GET_LOCK(name, 1) FROM jobs LIMIT 3"
	if dialect == "postgres" {
		query = "SELECT id, pg_advisory_lock(id) FROM jobs LIMIT 3"
	}
	db.Query(query) // want `\[sqlorder/documented\]`
}

func twoCalls(db *sql.DB) {
	db.Query("SELECT pg_advisory_lock(1) FROM jobs; SELECT pg_advisory_lock(2) FROM jobs") // want `pg_advisory_lock .* \[sqlorder/gated\]`
	db.Query("SELECT pg_advisory_lock(1), pg_advisory_lock_shared(2) FROM jobs")           // want `pg_advisory_lock has` `pg_advisory_lock_shared has`
	db.Query("BEGIN; SELECT id, pg_advisory_xact_lock(id) FROM jobs LIMIT 3; COMMIT")      // want `pg_advisory_xact_lock beside LIMIT`
}

func definition(db *sql.DB) {
	db.Exec(`CREATE FUNCTION claim() RETURNS SETOF bigint LANGUAGE sql AS $$ SELECT id FROM jobs WHERE status = 'ready' AND pg_try_advisory_lock(id) $$`) // want `\[sqlorder/overlock\]`
}

func nothingRuns() error {
	return errors.New("SELECT id, pg_advisory_lock(id) FROM jobs LIMIT 3")
}

func notSQL(db *sql.DB) {
	db.Query("this is no SQL: pg_advisory_lock(id) FROM jobs LIMIT 3")
}
