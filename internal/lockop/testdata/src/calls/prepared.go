package calls

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
)

func prepared(ctx context.Context, db *sql.DB, tx *sql.Tx) error {
	stmt, err := db.Prepare("SELECT pg_advisory_lock(1)")
	if err != nil {
		return err
	}
	stmt.Exec()                                // want "runs SELECT pg_advisory_lock.1."
	tx.Stmt(stmt).QueryRow()                   // want "runs SELECT pg_advisory_lock.1."
	tx.StmtContext(ctx, stmt).ExecContext(ctx) // want "runs SELECT pg_advisory_lock.1."
	return nil
}

func preparedButNeverRun(db *sql.DB) (*sql.Stmt, error) {
	return db.Prepare("SELECT pg_advisory_lock(1)")
}

type store struct{ lock, other *sql.Stmt }

func (s *store) prepare(db *sql.DB) (err error) {
	s.lock, err = db.Prepare("SELECT pg_advisory_lock(2)")
	s.other, err = db.Prepare("SELECT 1")
	return err
}

func (s *store) run() {
	s.lock.Exec() // want "runs SELECT pg_advisory_lock.2."
	s.other.Exec()
}

func preparedSqlx(db *sqlx.DB) {
	var ok bool
	named, _ := db.PrepareNamed("SELECT pg_try_advisory_lock(:id)")
	named.Get(&ok, nil) // want "runs SELECT pg_try_advisory_lock"
	plain, _ := db.Preparex("SELECT pg_try_advisory_lock($1)")
	plain.Get(&ok, 1) // want "runs SELECT pg_try_advisory_lock"
}

func preparedByName(ctx context.Context, conn *pgx.Conn) {
	conn.Prepare(ctx, "lock", "SELECT pg_advisory_lock($1)")
	conn.Exec(ctx, "lock", 7) // want "runs SELECT pg_advisory_lock"
	conn.Exec(ctx, "unlock", 7)
}
