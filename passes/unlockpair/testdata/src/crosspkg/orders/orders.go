// Package orders builds on the locks of another package, for packages that do not know it.
package orders

import (
	"context"
	"database/sql"

	"crosspkg/dblock"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Keys of orders have a number space of their own.
const space = 31000

func Lock(ctx context.Context, conn *sql.Conn, order int64) error {
	return dblock.Lock(ctx, conn, space+order)
}

func Unlock(ctx context.Context, conn *sql.Conn, order int64) error {
	return dblock.Unlock(ctx, conn, space+order)
}

// Reserve returns what gives the order back.
func Reserve(ctx context.Context, pool *pgxpool.Pool, order int64) (func(), error) {
	return dblock.Acquire(ctx, pool, space+order)
}

// A Counter is locked while it is open.
type Counter struct {
	mutex *dblock.Mutex
	Open  bool
}

func NewCounter(db *sql.DB) *Counter { return &Counter{mutex: dblock.NewMutex(db, space)} }

func (c *Counter) Start(ctx context.Context) error {
	if err := c.mutex.Lock(ctx); err != nil {
		return err
	}
	c.Open = true
	return nil
}

func (c *Counter) Stop(ctx context.Context) error {
	c.Open = false
	return c.mutex.Unlock(ctx)
}
