// Package shop is two packages away from the statements.
package shop

import (
	"context"
	"database/sql"

	"crosspkg/orders"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The pair of a pair.
func pack(ctx context.Context, conn *sql.Conn, order int64) error {
	if err := orders.Lock(ctx, conn, order); err != nil {
		return err
	}
	defer orders.Unlock(ctx, conn, order)
	_, err := conn.ExecContext(ctx, "CALL pack($1)", order)
	return err
}

// The pair of a pair is broken by an error.
func packForgotten(ctx context.Context, conn *sql.Conn, order int64) error {
	if err := orders.Lock(ctx, conn, order); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL pack($1)", order); err != nil {
		return err
	}
	return orders.Unlock(ctx, conn, order)
}

// The closure of a closure.
func reserve(ctx context.Context, pool *pgxpool.Pool, order int64) error {
	giveBack, err := orders.Reserve(ctx, pool, order)
	if err != nil {
		return err
	}
	defer giveBack()
	_, err = pool.Exec(ctx, "CALL pack($1)", order)
	return err
}

// The closure of a closure is forgotten on one path.
func reserveForgotten(ctx context.Context, pool *pgxpool.Pool, order int64) error {
	giveBack, err := orders.Reserve(ctx, pool, order) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if _, err := pool.Exec(ctx, "CALL pack($1)", order); err != nil {
		return err
	}
	giveBack()
	return nil
}

// Methods over methods.
func serve(ctx context.Context, c *orders.Counter, work func() error) error {
	if err := c.Start(ctx); err != nil {
		return err
	}
	defer c.Stop(ctx)
	return work()
}

// Methods over methods, and a way out between them.
func serveForgotten(ctx context.Context, c *orders.Counter, work func() error) error {
	if err := c.Start(ctx); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := work(); err != nil {
		return err
	}
	return c.Stop(ctx)
}
