// Package goroutines hands locks to other goroutines, to hooks and to tests.
package goroutines

import (
	"context"
	"database/sql"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

// A goroutine unlocks when its work is done.
func unlocksLater(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16001)"); err != nil {
		return err
	}
	go func() {
		defer conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(16001)")
		conn.ExecContext(ctx, "CALL encode_video()")
	}()
	return nil
}

// The goroutine locks and unlocks.
func ownLock(ctx context.Context, db *sql.DB, errs chan<- error) {
	go func() {
		conn, err := db.Conn(ctx)
		if err != nil {
			errs <- err
			return
		}
		defer conn.Close()
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16002)"); err != nil {
			errs <- err
			return
		}
		defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(16002)")
		_, err = conn.ExecContext(ctx, "CALL encode_video()")
		errs <- err
	}()
}

// The goroutine locks and gives up early.
func ownLockLeak(ctx context.Context, db *sql.DB, errs chan<- error) {
	go func() {
		conn, err := db.Conn(ctx)
		if err != nil {
			errs <- err
			return
		}
		defer conn.Close()
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16003)"); err != nil { // want `\[unlockpair/leak\]`
			errs <- err
			return
		}
		if _, err = conn.ExecContext(ctx, "CALL encode_video()"); err != nil {
			errs <- err
			return
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(16003)")
	}()
}

// A named function runs in the goroutine and unlocks.
func namedGoroutine(ctx context.Context, pool *pgxpool.Pool, done <-chan struct{}) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(16004)"); err != nil {
		conn.Release()
		return err
	}
	go waitAndFree(conn, done)
	return nil
}

func waitAndFree(conn *pgxpool.Conn, done <-chan struct{}) {
	<-done
	conn.Exec(context.Background(), "SELECT pg_advisory_unlock(16004)")
	conn.Release()
}

// The goroutine is not started on one path.
func goroutineNotStarted(ctx context.Context, pool *pgxpool.Pool, done <-chan struct{}) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(16004)"); err != nil { // want `\[unlockpair/leak\]`
		conn.Release()
		return err
	}
	if _, err := conn.Exec(ctx, "CALL encode_video()"); err != nil {
		return err
	}
	go waitAndFree(conn, done)
	return nil
}

// A group works under the lock and is waited for.
func group(ctx context.Context, conn *sql.Conn, db *sql.DB) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16005)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(16005)")
	g, ctx := errgroup.WithContext(ctx)
	for range 3 {
		g.Go(func() error {
			_, err := db.ExecContext(ctx, "CALL encode_video()")
			return err
		})
	}
	return g.Wait()
}

// A member of the group unlocks.
func groupUnlocks(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16006)"); err != nil {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(16006)")
		return err
	})
	return g.Wait()
}

// Each member of the group has its own lock.
func groupEach(ctx context.Context, db *sql.DB, keys []int64) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, key := range keys {
		g.Go(func() error {
			conn, err := db.Conn(ctx)
			if err != nil {
				return err
			}
			defer conn.Close()
			if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
				return err
			}
			defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
			_, err = conn.ExecContext(ctx, "CALL encode_video()")
			return err
		})
	}
	return g.Wait()
}

// The end of the context unlocks.
func afterFunc(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16007)"); err != nil {
		return err
	}
	context.AfterFunc(ctx, func() {
		conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(16007)")
	})
	return nil
}

// A timer unlocks.
func timer(ctx context.Context, conn *sql.Conn) (*time.Timer, error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16008)"); err != nil {
		return nil, err
	}
	return time.AfterFunc(time.Hour, func() {
		conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(16008)")
	}), nil
}

// A wait group is not a release, a deferred call is.
func waits(ctx context.Context, conn *sql.Conn, db *sql.DB) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16009)"); err != nil {
		return err
	}
	defer func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock(16009)") }()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		db.ExecContext(ctx, "CALL encode_video()")
	}()
	wg.Wait()
	return nil
}

// A sync.Once unlocks, from two places.
func once(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16010)"); err != nil {
		return err
	}
	var once sync.Once
	unlock := func() {
		once.Do(func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock(16010)") })
	}
	defer unlock()
	if _, err := conn.ExecContext(ctx, "CALL encode_video()"); err != nil {
		return err
	}
	unlock()
	_, err := conn.ExecContext(ctx, "CALL publish_video()")
	return err
}

// A test unlocks when it is over.
func LockForTest(t *testing.T, db *sql.DB, key int64) {
	t.Helper()
	ctx := context.Background()
	conn, err := db.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) })
}

// A test that fails ends there, and runs what is deferred.
func CheckVideo(t testing.TB, conn *sql.Conn) {
	ctx := context.Background()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16011)"); err != nil {
		t.Fatal(err)
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(16011)")
	var n int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM videos").Scan(&n); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Skip("no videos")
	}
}

// The connection is sent to whoever unlocks it.
func sends(ctx context.Context, db *sql.DB, locked chan<- *sql.Conn) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(16012)"); err != nil {
		conn.Close()
		return err
	}
	locked <- conn
	return nil
}

func receives(locked <-chan *sql.Conn) {
	for conn := range locked {
		conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(16012)")
		conn.Close()
	}
}

// The loop of a goroutine unlocks when it is told to stop.
type encoder struct {
	conn *sql.Conn
	stop chan struct{}
}

func (e *encoder) start(ctx context.Context) error {
	if _, err := e.conn.ExecContext(ctx, "SELECT pg_advisory_lock(16013)"); err != nil {
		return err
	}
	go e.loop()
	return nil
}

func (e *encoder) loop() {
	defer e.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(16013)")
	for {
		select {
		case <-e.stop:
			return
		case <-time.After(time.Minute):
			e.conn.ExecContext(context.Background(), "CALL encode_video()")
		}
	}
}
