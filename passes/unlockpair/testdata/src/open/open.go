// Package open shows what the rules do not decide. No scenario expects anything; each says what it asks.
package open

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Two parameters may hold the same key: is the unlock a mismatch, the lock a leak, or nothing known?
func TwoParameters(ctx context.Context, conn *sql.Conn, a, b int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", a); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", b)
	return err
}

// The unlock runs on another connection: giveback at the Close of the first, or mismatch at the unlock?
func OtherConnection(ctx context.Context, db *sql.DB) error {
	a, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	b, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	if _, err := a.ExecContext(ctx, "SELECT pg_advisory_lock(32001)"); err != nil {
		return err
	}
	_, err = b.ExecContext(ctx, "SELECT pg_advisory_unlock(32001)")
	return err
}

// The callback of AcquireFunc ends with the lock held on all paths: giveback at AcquireFunc, or never at the lock?
func AcquireFunc(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		_, err := conn.Exec(ctx, "SELECT pg_advisory_lock(32002)")
		return err
	})
}

// The unlock is not deferred, but its context is that of the work: is a context done before work that ignores it ctx?
func InlineContext(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(32003)"); err != nil {
		return err
	}
	time.Sleep(time.Second)
	_, err = conn.Exec(ctx, "SELECT pg_advisory_unlock(32003)")
	return err
}

// A returned closure unlocks with the context that its caller chose for the lock: ctx at the unlock, at a caller that
// chose a context that may be done, or nowhere?
func CapturedContext(ctx context.Context, pool *pgxpool.Pool, key int64) (func(), error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Release()
		return nil, err
	}
	return func() {
		conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", key)
		conn.Release()
	}, nil
}

// A time limit that no caller chose runs out during the work: is this a context that may be done?
func OwnTimeout(pool *pgxpool.Pool) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(32004)"); err != nil {
		return err
	}
	defer conn.Exec(ctx, "SELECT pg_advisory_unlock(32004)")
	_, err = conn.Exec(ctx, "CALL prune()")
	return err
}

// The statement succeeds and reading its row does not: is the lock held where Scan fails?
func ScanFails(ctx context.Context, conn *sql.Conn) error {
	rows, err := conn.QueryContext(ctx, "SELECT pg_try_advisory_lock(32005)")
	if err != nil {
		return err
	}
	var ok bool
	for rows.Next() {
		if err := rows.Scan(&ok); err != nil {
			return err
		}
	}
	if err := rows.Close(); err != nil || !ok {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(32005)")
	return err
}

// Lock and unlock share one statement on a pool, hence one session: is this pool?
func OneStatementOnPool(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(32006); CALL prune(); SELECT pg_advisory_unlock(32006)")
	return err
}

// DISCARD ALL releases all session locks, but its text names none: is this giveback?
func Discard(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(32007)"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "DISCARD ALL")
	return err
}

// Two hash functions of the server give two keys, except by chance: is this mismatch?
func TwoHashes(ctx context.Context, conn *sql.Conn, name string) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext($1))", name); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(hashtextextended($1, 0))", name)
	return err
}

// The loop keeps the lock of a constant key and goes on: leak or reentry?
func ContinueConstant(ctx context.Context, conn *sql.Conn, days []string) error {
	for _, day := range days {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(32008)"); err != nil {
			return err
		}
		if day == "" {
			continue
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(32008)")
	}
	return nil
}

// A connection is kept for a method that does not exist; a caller in another package may have it: never?
type Exported struct{ Conn *sql.Conn }

func (e *Exported) Lock(ctx context.Context) error {
	_, err := e.Conn.ExecContext(ctx, "SELECT pg_advisory_lock(32009)")
	return err
}

// The pool has one connection, and nothing unlocks: never, or silent as a pool of one?
func LimitedNever(ctx context.Context, dsn string) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(ctx, "SELECT pg_advisory_lock(32010)")
	return err
}

// One of two implementations of an interface locks, and a path forgets it: leak at the call of the interface?
type Fence interface {
	Up(ctx context.Context) error
	Down(ctx context.Context) error
}

type pgFence struct{ conn *sql.Conn }

func (f pgFence) Up(ctx context.Context) error {
	_, err := f.conn.ExecContext(ctx, "SELECT pg_advisory_lock(32011)")
	return err
}

func (f pgFence) Down(ctx context.Context) error {
	_, err := f.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(32011)")
	return err
}

type noFence struct{}

func (noFence) Up(context.Context) error   { return nil }
func (noFence) Down(context.Context) error { return nil }

func Fenced(ctx context.Context, f Fence, work func() error) error {
	if err := f.Up(ctx); err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	return f.Down(ctx)
}
