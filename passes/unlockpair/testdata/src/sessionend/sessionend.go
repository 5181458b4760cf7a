// Package sessionend ends the session in place of an unlock, or seems to.
package sessionend

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Closing a native connection ends its session.
func nativeClose(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(12001)"); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CALL rotate_keys()")
	return err
}

// Closing a connection of database/sql does not.
func sqlClose(ctx context.Context, db *sql.DB) (err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(12002)"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "CALL rotate_keys()")
	return err
}

// Releasing a connection of pgxpool does not, either.
func poolRelease(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(12003)"); err != nil {
		conn.Release()
		return err
	}
	_, err = conn.Exec(ctx, "CALL rotate_keys()")
	conn.Release() // want `\[unlockpair/giveback\]`
	return err
}

// A connection that leaves its pool ends when it is closed.
func hijackClose(ctx context.Context, pool *pgxpool.Pool) error {
	pooled, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	conn := pooled.Hijack()
	defer conn.Close(context.Background())
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(12004)"); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "CALL rotate_keys()")
	return err
}

// It may leave the pool when the lock is held already.
func hijackLater(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(12005)"); err != nil {
		conn.Release()
		return err
	}
	defer func() { conn.Hijack().Close(context.Background()) }()
	_, err = conn.Exec(ctx, "CALL rotate_keys()")
	return err
}

// The native connection below is closed, so the pool drops it.
func closedBelow(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(12006)"); err != nil {
		return err
	}
	defer conn.Conn().Close(context.Background())
	_, err = conn.Exec(ctx, "CALL rotate_keys()")
	return err
}

// A connection that is reported bad is destroyed.
func badConn(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(12007)"); err != nil {
		return err
	}
	defer conn.Raw(func(any) error { return driver.ErrBadConn })
	_, err = conn.ExecContext(ctx, "CALL rotate_keys()")
	return err
}

// A helper reports it bad.
func discard(conn *sql.Conn) {
	conn.Raw(func(any) error { return driver.ErrBadConn })
	conn.Close()
}

func discarded(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer discard(conn)
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(12008)"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "CALL rotate_keys()")
	return err
}

// Only the failed unlock destroys the connection.
func discardedOnError(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(12009)"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "CALL rotate_keys()")
	if _, uerr := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(12009)"); uerr != nil {
		conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	return err
}

// Raw without an error destroys nothing.
func rawForNothing(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(12010)"); err != nil {
		return err
	}
	return conn.Raw(func(any) error { return nil })
}

// The pool is opened here and closed here.
func privatePool(ctx context.Context, dsn string) error {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(12011)"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "CALL rotate_keys()")
	return err
}

// The struct owns its pool and closes it.
type rotation struct {
	db   *sql.DB
	conn *sql.Conn
}

func openRotation(ctx context.Context, dsn string) (*rotation, error) {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return nil, err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		db.Close()
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(12012)"); err != nil {
		db.Close()
		return nil, err
	}
	return &rotation{db, conn}, nil
}

func (r *rotation) Close() error {
	r.conn.Close()
	return r.db.Close()
}

// A native connection in a struct ends with the struct.
type watcher struct{ conn *pgx.Conn }

func watch(ctx context.Context, dsn string) (*watcher, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(12013)"); err != nil {
		conn.Close(ctx)
		return nil, err
	}
	return &watcher{conn}, nil
}

func (w *watcher) Stop() { w.conn.Close(context.Background()) }
