package leak

import (
	"context"
	"fmt"
	"log"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// On pgxpool, the unlock has a context of its own.
func poolConn(ctx context.Context, pool *pgxpool.Pool, key int64) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.Exec(ctx, "CALL book()"); err != nil {
		return err
	}
	conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", key)
	return nil
}

// The deferred function comes too late.
func poolLate(ctx context.Context, pool *pgxpool.Pool, key int64) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.Exec(ctx, "SET lock_timeout = 0"); err != nil {
		return err
	}
	defer func() {
		if _, err := conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", key); err != nil {
			log.Print(err) // the connection is closed then
		}
	}()
	_, err = conn.Exec(ctx, "CALL book()")
	return err
}

// In a callback.
func callback(ctx context.Context, pool *pgxpool.Pool, user string) error {
	return pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		if _, err := conn.Exec(ctx, fmt.Sprintf("SELECT pg_advisory_lock(hashtext('%s'))", user)); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		if user == "guest" {
			return nil
		}
		conn.Exec(context.WithoutCancel(ctx), fmt.Sprintf("SELECT pg_advisory_unlock(hashtext('%s'))", user))
		return nil
	})
}

// A native connection lives on.
func native(ctx context.Context, conn *pgx.Conn, id int) {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(id)<<8); err != nil { // want `\[unlockpair/leak\]`
		log.Print(err)
		return
	}
	if _, err := conn.Exec(ctx, "CALL book()"); err != nil {
		log.Print(err)
		return
	}
	conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", int64(id)<<8)
}
