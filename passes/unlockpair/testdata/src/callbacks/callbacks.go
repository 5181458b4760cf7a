// Package callbacks runs a function of the caller under a lock.
package callbacks

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

// The helper unlocks whatever the callback does.
func WithLock(ctx context.Context, db *sql.DB, key int64, fn func(context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
	return fn(ctx)
}

// Its callers owe nothing.
func callsWithLock(ctx context.Context, db *sql.DB) error {
	return WithLock(ctx, db, 13001, func(ctx context.Context) error {
		_, err := db.ExecContext(ctx, "CALL print_labels()")
		return err
	})
}

// The helper unlocks only what succeeded.
func WithLockOnSuccess(ctx context.Context, db *sql.DB, key int64, fn func(context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := fn(ctx); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return err
}

// Its callers are not told again.
func callsWithLockOnSuccess(ctx context.Context, db *sql.DB) error {
	return WithLockOnSuccess(ctx, db, 13002, db.PingContext)
}

// The callback does not run without the lock.
func TryWithLock(ctx context.Context, db *sql.DB, key int64, fn func() error) (ran bool, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ran); err != nil || !ran {
		return false, err
	}
	defer func() {
		_, uerr := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
		err = errors.Join(err, uerr)
	}()
	return true, fn()
}

// The connection is lent to a callback that locks and unlocks.
func withConn(ctx context.Context, pool *pgxpool.Pool, fn func(*pgxpool.Conn) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	return fn(conn)
}

func inWithConn(ctx context.Context, pool *pgxpool.Pool) error {
	return withConn(ctx, pool, func(conn *pgxpool.Conn) error {
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(13003)"); err != nil {
			return err
		}
		defer conn.Exec(context.Background(), "SELECT pg_advisory_unlock(13003)")
		_, err := conn.Exec(ctx, "CALL print_labels()")
		return err
	})
}

// The callback leaves through an error.
func inWithConnLeak(ctx context.Context, pool *pgxpool.Pool) error {
	return withConn(ctx, pool, func(conn *pgxpool.Conn) error {
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(13004)"); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		if _, err := conn.Exec(ctx, "CALL print_labels()"); err != nil {
			return err
		}
		_, err := conn.Exec(context.Background(), "SELECT pg_advisory_unlock(13004)")
		return err
	})
}

// The lock is taken in a callback that is retried, and released around it.
func retried(ctx context.Context, conn *sql.Conn, retry func(func() error) error) error {
	err := retry(func() error {
		var ok bool
		if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(13005)").Scan(&ok); err != nil {
			return err
		}
		if !ok {
			return errors.New("printer is busy")
		}
		return nil
	})
	if err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(13005)")
	_, err = conn.ExecContext(ctx, "CALL print_labels()")
	return err
}

// A connection of gorm is pinned for its callback.
func gormConnection(ctx context.Context, db *gorm.DB) error {
	return db.WithContext(ctx).Connection(func(conn *gorm.DB) error {
		if err := conn.Exec("SELECT pg_advisory_lock(13006)").Error; err != nil {
			return err
		}
		defer conn.Exec("SELECT pg_advisory_unlock(13006)")
		return conn.Exec("CALL print_labels()").Error
	})
}

// And leaves its callback with the lock.
func gormConnectionLeak(db *gorm.DB) error {
	return db.Connection(func(conn *gorm.DB) error {
		if err := conn.Exec("SELECT pg_advisory_lock(13007)").Error; err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		if err := conn.Exec("CALL print_labels()").Error; err != nil {
			return err
		}
		return conn.Exec("SELECT pg_advisory_unlock(13007)").Error
	})
}

// A receiver that has the lock runs steps under it.
type printer struct {
	conn  *sql.Conn
	steps []func(context.Context) error
}

func (p *printer) run(ctx context.Context) error {
	if _, err := p.conn.ExecContext(ctx, "SELECT pg_advisory_lock(13008)"); err != nil {
		return err
	}
	defer p.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(13008)")
	for _, step := range p.steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// The steps run without a way back.
func (p *printer) runUnsafe(ctx context.Context) error {
	if _, err := p.conn.ExecContext(ctx, "SELECT pg_advisory_lock(13009)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	for _, step := range p.steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	_, err := p.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(13009)")
	return err
}
