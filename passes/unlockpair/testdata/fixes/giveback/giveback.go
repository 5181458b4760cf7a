// Package giveback gives locked connections back.
package giveback

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

// The calls are deferred in the wrong order.
func order(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(64)"); err != nil {
		conn.Close()
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(64)")
	defer conn.Close() // want `\[unlockpair/giveback\]`
	_, err = conn.ExecContext(ctx, "CALL rinse()")
	return err
}

// One of them is a function, and each has a comment.
func orderOfFuncs(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock_shared(65)"); err != nil {
		conn.Release()
		return err
	}

	// Readers may go on.
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock_shared(65)"); err != nil {
			log.Print(err)
		}
	}()

	// So may others who want a connection.
	defer conn.Release() // want `\[unlockpair/giveback\]`

	_, err = conn.Exec(ctx, "CALL rinse()")
	return err
}

// Nothing unlocks.
func closeOnly(ctx context.Context, db *sql.DB, tank int64) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()                                                                                // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock("+fmt.Sprint(tank)+")"); err != nil { // tanks have few numbers
		return err
	}
	_, err = conn.ExecContext(ctx, "CALL rinse($1)", tank)
	return err
}

// Nothing unlocks on a connection that others work with.
func releaseOnly(ctx context.Context, pool *pgxpool.Pool, tank int64) (err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // want `\[unlockpair/giveback\]`
	if _, err = conn.Exec(ctx, "SELECT pg_advisory_lock($1)", tank); err != nil {
		return err
	}
	return rinse(ctx, conn, tank)
}

func rinse(ctx context.Context, conn *pgxpool.Conn, tank int64) error {
	_, err := conn.Exec(ctx, "CALL rinse($1)", tank)
	return err
}

// The lock is held in an arm only.
func arm(ctx context.Context, db *sqlx.DB, tank int64) error {
	conn, err := db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	var ok bool
	if err := conn.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock($1)", tank); err != nil {
		return err
	}
	if ok {
		_, err = conn.ExecContext(ctx, "CALL rinse($1)", tank)
	}
	return err
}
