// Package closures releases locks in closures that are called, returned or kept.
package closures

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A local closure unlocks on both ways out.
func local(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(4001)"); err != nil {
		return err
	}
	unlock := func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock(4001)") }
	if _, err := conn.ExecContext(ctx, "TRUNCATE inbox"); err != nil {
		unlock()
		return err
	}
	unlock()
	return nil
}

// One way out does not call the closure.
func localForgotten(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(4002)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	unlock := func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock(4002)") }
	if _, err := conn.ExecContext(ctx, "TRUNCATE inbox"); err != nil {
		return err
	}
	unlock()
	return nil
}

// A deferred local closure.
func localDeferred(ctx context.Context, conn *sql.Conn) error {
	unlock := func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock(4003)") }
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(4003)"); err != nil {
		return err
	}
	defer unlock()
	_, err := conn.ExecContext(ctx, "TRUNCATE inbox")
	return err
}

// A mailbox is locked by a closure and unlocked by what that returns.
func Acquire(ctx context.Context, db *sql.DB, key int64) (release func() error, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Close()
		return nil, err
	}
	return func() error {
		defer conn.Close()
		_, err := conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", key)
		return err
	}, nil
}

// The caller defers the returned closure.
func callerDefers(ctx context.Context, db *sql.DB) error {
	release, err := Acquire(ctx, db, 4004)
	if err != nil {
		return err
	}
	defer release()
	return db.PingContext(ctx)
}

// The caller drops the returned closure.
func callerDrops(ctx context.Context, db *sql.DB) error {
	_, err := Acquire(ctx, db, 4005) // want `\[unlockpair/leak\]`
	return err
}

// The caller forgets the closure on one path.
func callerForgets(ctx context.Context, db *sql.DB) error {
	release, err := Acquire(ctx, db, 4006) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	return release()
}

// The caller returns the closure to its own caller.
func Forward(ctx context.Context, db *sql.DB) (func() error, error) {
	return Acquire(ctx, db, 4007)
}

// The closure of Forward is dropped in the end.
func forwardDropped(ctx context.Context, db *sql.DB) {
	if _, err := Forward(ctx, db); err != nil { // want `\[unlockpair/leak\]`
		panic(err)
	}
}

// The caller wraps the closure in another one.
func Wrap(ctx context.Context, db *sql.DB, done func()) (func(), error) {
	release, err := Acquire(ctx, db, 4008)
	if err != nil {
		return nil, err
	}
	return func() {
		release()
		done()
	}, nil
}

// The closure is kept in a field, and a method calls it.
type worker struct {
	db      *sql.DB
	release func() error
}

func (w *worker) start(ctx context.Context) (err error) {
	w.release, err = Acquire(ctx, w.db, 4009)
	return err
}

func (w *worker) stop() error {
	if w.release == nil {
		return nil
	}
	return w.release()
}

// The closure is called by a goroutine when the work is over.
func inBackground(ctx context.Context, db *sql.DB, done <-chan struct{}) error {
	release, err := Acquire(ctx, db, 4010)
	if err != nil {
		return err
	}
	go func() {
		<-done
		release()
	}()
	return nil
}

// The closure is called at the end of the context.
func afterContext(ctx context.Context, db *sql.DB) error {
	release, err := Acquire(ctx, db, 4011)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { release() })
	return nil
}

// The closure is called by a timer.
func afterTime(ctx context.Context, db *sql.DB) error {
	release, err := Acquire(ctx, db, 4012)
	if err != nil {
		return err
	}
	time.AfterFunc(time.Minute, func() { release() })
	return nil
}

// Closures are collected and called together.
func collected(ctx context.Context, db *sql.DB, keys []int64) error {
	var releases []func() error
	defer func() {
		for _, release := range releases {
			release()
		}
	}()
	for _, key := range keys {
		release, err := Acquire(ctx, db, key)
		if err != nil {
			return err
		}
		releases = append(releases, release)
	}
	return nil
}

// The returned closure unlocks at most once.
func Once(ctx context.Context, pool *pgxpool.Pool, key int64) (func(), error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Release()
		return nil, err
	}
	return sync.OnceFunc(func() {
		conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
		conn.Release()
	}), nil
}

// The caller calls the closure early on one path, and once more at the end.
func onceCaller(ctx context.Context, pool *pgxpool.Pool, quick bool) error {
	release, err := Once(ctx, pool, 4013)
	if err != nil {
		return err
	}
	defer release()
	if quick {
		release()
		return nil
	}
	_, err = pool.Exec(ctx, "TRUNCATE inbox")
	return err
}

// A try-lock returns no closure when it does not win.
func TryAcquire(ctx context.Context, db *sql.DB, key int64) (release func(), ok bool, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, false, err
	}
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil || !ok {
		conn.Close()
		return nil, false, err
	}
	return func() {
		conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", key)
		conn.Close()
	}, true, nil
}

// Nothing is held where the second result is false.
func tryCaller(ctx context.Context, db *sql.DB) error {
	release, ok, err := TryAcquire(ctx, db, 4014)
	if err != nil || !ok {
		return err
	}
	defer release()
	return db.PingContext(ctx)
}

// The closure itself says whether the lock is held.
func tryCallerNil(ctx context.Context, db *sql.DB) error {
	release, _, err := TryAcquire(ctx, db, 4015)
	if err != nil {
		return err
	}
	if release == nil {
		return nil
	}
	defer release()
	return db.PingContext(ctx)
}

// The lock is held where the boolean is true, and the error path forgets it.
func tryCallerForgets(ctx context.Context, db *sql.DB) error {
	release, ok, err := TryAcquire(ctx, db, 4016) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	release()
	return nil
}
