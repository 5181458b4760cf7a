// Command mainprog holds locks until it ends.
package main

import (
	"context"
	"database/sql"
	"log"
	"os"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/lib/pq"
)

func main() {
	ctx := context.Background()
	db, err := sql.Open("postgres", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	lead(ctx)
	leadPooled(ctx)
	once(ctx, db)
	if err := nightly(ctx, db); err != nil {
		log.Fatal(err)
	}
}

// A native connection is locked for as long as the program runs.
func lead(ctx context.Context) {
	conn, err := pgx.Connect(ctx, os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	var leader bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(29001)").Scan(&leader); err != nil {
		log.Fatal(err)
	}
	if !leader {
		os.Exit(0)
	}
}

// So is one that was taken out of its pool.
func leadPooled(ctx context.Context) {
	pool, err := pgxpool.New(ctx, os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	pooled, err := pool.Acquire(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := pooled.Hijack().Exec(ctx, "SELECT pg_advisory_lock(29002)"); err != nil {
		log.Fatal(err)
	}
}

// A pool is no session, in a program as in a library.
func once(ctx context.Context, db *sql.DB) {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(29003)"); err != nil { // want `\[unlockpair/pool\]`
		log.Fatal(err)
	}
}

// A lock that is held when the program fails ends with the program.
func nightly(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(29004)"); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL report()"); err != nil {
		log.Fatal(err)
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(29004)")
	return err
}
