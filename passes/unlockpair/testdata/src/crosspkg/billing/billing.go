// Package billing takes locks through another package and has no SQL for locks of its own.
package billing

import (
	"context"
	"database/sql"

	"crosspkg/dblock"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Functions of the other package, used as a pair.
func functions(ctx context.Context, conn *sql.Conn) error {
	if err := dblock.Lock(ctx, conn, 15001); err != nil {
		return err
	}
	defer dblock.Unlock(ctx, conn, 15001)
	_, err := conn.ExecContext(ctx, "CALL dun()")
	return err
}

// The pair is broken by an error.
func functionsForgotten(ctx context.Context, conn *sql.Conn) error {
	if err := dblock.Lock(ctx, conn, 15002); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL dun()"); err != nil {
		return err
	}
	return dblock.Unlock(ctx, conn, 15002)
}

// Nothing is held where the boolean of the other package is false.
func tried(ctx context.Context, conn *sql.Conn) error {
	if ok, err := dblock.TryLock(ctx, conn, 15003); err != nil || !ok {
		return err
	}
	defer dblock.Unlock(ctx, conn, 15003)
	return nil
}

// The connection is checked out here, locked there and never unlocked.
func givenBack(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if err := dblock.Lock(ctx, conn, 15004); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "CALL dun()")
	return err
}

// The closure of the other package.
func closure(ctx context.Context, pool *pgxpool.Pool) error {
	release, err := dblock.Acquire(ctx, pool, 15005)
	if err != nil {
		return err
	}
	defer release()
	_, err = pool.Exec(ctx, "CALL dun()")
	return err
}

// The closure is dropped.
func closureDropped(ctx context.Context, pool *pgxpool.Pool) error {
	if _, err := dblock.Acquire(ctx, pool, 15006); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	_, err := pool.Exec(ctx, "CALL dun()")
	return err
}

// The method pair of the other package.
func mutex(ctx context.Context, db *sql.DB) error {
	m := dblock.NewMutex(db, 15007)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(ctx)
	return db.PingContext(ctx)
}

// The pair is broken by an error.
func mutexForgotten(ctx context.Context, db *sql.DB) error {
	m := dblock.NewMutex(db, 15008)
	if err := m.Lock(ctx); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	return m.Unlock(ctx)
}

// The mutex is a field, and two methods of ours call its two.
type invoicing struct{ mutex *dblock.Mutex }

func (i *invoicing) begin(ctx context.Context) error { return i.mutex.Lock(ctx) }
func (i *invoicing) end(ctx context.Context) error   { return i.mutex.Unlock(ctx) }

// The handle of the other package.
func token(ctx context.Context, db *sql.DB) error {
	t, err := dblock.Enter(ctx, db, 15009)
	if err != nil {
		return err
	}
	defer t.Leave()
	return db.PingContext(ctx)
}

// The handle is forgotten.
func tokenForgotten(ctx context.Context, db *sql.DB) error {
	t, err := dblock.Enter(ctx, db, 15010) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	t.Leave()
	return nil
}

// The handle is returned to our own callers.
func Token(ctx context.Context, db *sql.DB) (*dblock.Token, error) {
	return dblock.Enter(ctx, db, 15011)
}

// The callback helper of the other package.
func callback(ctx context.Context, conn *sql.Conn) error {
	return dblock.Do(ctx, conn, 15012, func() error {
		_, err := conn.ExecContext(ctx, "CALL dun()")
		return err
	})
}

// The other package takes any handle, and gets a pool from us.
func callbackOnPool(ctx context.Context, db *sql.DB) error {
	return dblock.DoPool(ctx, db, 15013, func() error { // want `\[unlockpair/pool\]`
		return db.PingContext(ctx)
	})
}

// The other package takes any handle, and gets a connection from us.
func callbackOnConn(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return dblock.DoPool(ctx, conn, 15014, func() error { return db.PingContext(ctx) })
}
