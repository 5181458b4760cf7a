package never

import (
	"context"
	"database/sql"
	"log"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The connection belongs to a goroutine that never gives it up.
func Heartbeat(ctx context.Context, db *sql.DB, beats <-chan struct{}) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(7101)") //advlock:hold the heart beats until the end
	if err != nil {
		return err
	}
	go func() {
		for range beats {
			conn.ExecContext(ctx, "UPDATE hearts SET beat = now()")
		}
	}()
	return nil
}

// Where the lock is won, its connection is forgotten.
func Probe(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(7102)").Scan(&ok); err != nil { // want `\[unlockpair/never\]`
		conn.Release()
		return err
	}
	if !ok {
		conn.Release()
		return nil
	}
	_, err = pool.Exec(ctx, "CALL probe()")
	return err
}

// Only a program that ends is left with the lock.
func Convert(ctx context.Context, db *sql.DB) {
	conn, err := db.Conn(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(7103)"); err != nil {
		log.Fatal(err)
	}
	_, err = db.ExecContext(ctx, "CALL convert()")
	log.Fatal("converted: ", err)
}
