// Package never takes locks that nothing can release.
package never

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// The connection is forgotten when the function returns.
func Collect(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(7001)"); err != nil { // want `\[unlockpair/never\]`
		return err
	}
	_, err = db.ExecContext(ctx, "CALL collect()")
	return err
}

// The same on a connection of pgxpool.
func Compact(ctx context.Context, pool *pgxpool.Pool) (bool, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return false, err
	}
	var ok bool
	err = conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(7002)").Scan(&ok) // want `\[unlockpair/never\]`
	return ok, err
}

// The connection is kept in a field that no method reads.
type Exporter struct{ conn *sql.Conn }

func (e *Exporter) Prepare(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	e.conn = conn
	_, err = e.conn.ExecContext(ctx, "SELECT pg_advisory_lock(7003)") // want `\[unlockpair/never\]`
	return err
}

// A helper takes the lock on a connection that its only caller forgets.
func hold(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(7004)")
	return err
}

func Reindex(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if err := hold(ctx, conn); err != nil { // want `\[unlockpair/never\]`
		return err
	}
	_, err = db.ExecContext(ctx, "REINDEX TABLE samples")
	return err
}

// A native connection is its session: it ends when the program drops it, or when the program ends.
func Watch(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "SELECT pg_advisory_lock(7005)")
	return err
}

// A connection that was taken out of its pool is native.
func Elect(ctx context.Context, pool *pgxpool.Pool) error {
	pooled, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	conn := pooled.Hijack()
	_, err = conn.Exec(ctx, "SELECT pg_advisory_lock(7006)")
	return err
}

// The program says that the lock lives as long as itself.
func Lead(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	//advlock:hold one replica runs the collector
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(7007)")
	return err
}

// The same at the call of a helper.
func LeadThrough(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	return hold(ctx, conn) //advlock:hold one replica runs the collector
}

// A lock that its caller keeps is the caller's affair.
func Pin(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(7008)")
	return err
}

// A transaction lock needs no release.
func Tidy(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(7009)"); err != nil {
		return err
	}
	return tx.Commit()
}
