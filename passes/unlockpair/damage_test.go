package unlockpair_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/lib/pq"

	"github.com/advlockcheck/advlockcheck/internal/pgtest"
	damagectx "github.com/advlockcheck/advlockcheck/passes/unlockpair/testdata/damage/ctx"
	"github.com/advlockcheck/advlockcheck/passes/unlockpair/testdata/damage/giveback"
	"github.com/advlockcheck/advlockcheck/passes/unlockpair/testdata/damage/leak"
	"github.com/advlockcheck/advlockcheck/passes/unlockpair/testdata/damage/mismatch"
	"github.com/advlockcheck/advlockcheck/passes/unlockpair/testdata/damage/never"
	damagepanic "github.com/advlockcheck/advlockcheck/passes/unlockpair/testdata/damage/panic"
	"github.com/advlockcheck/advlockcheck/passes/unlockpair/testdata/damage/pool"
	"github.com/advlockcheck/advlockcheck/passes/unlockpair/testdata/damage/pooler"
	"github.com/advlockcheck/advlockcheck/passes/unlockpair/testdata/damage/reentry"
)

// TestDamage runs, for each rule, the programs below testdata/damage on a real server. Both hold their lock while they
// work. When Bad has returned, the lock is still held, though no error but that of the work has told of it; when Good
// has returned, it is free.
func TestDamage(t *testing.T) {
	fails := func(*site) error { return errors.New("the work has failed") }
	for _, test := range []struct {
		rule      string
		key       int64
		bad, good []program     // the same, with one driver each
		work      circumstances // what makes the fault show; nil if it always does
		pooled    bool
	}{
		{"leak", 101, onDB(leak.Bad), onDB(leak.Good), fails, false},
		{"never", 102, onDB(never.Bad), onDB(never.Good), nil, false},
		{"pool", 103, onPool(pool.Bad), onPool(pool.Good), (*site).otherUser, false},
		{"giveback", 104, onPool(giveback.Bad), onPool(giveback.Good), nil, false},
		{"mismatch", 105, onDB(mismatch.Bad), onDB(mismatch.Good), nil, false},
		{"ctx", 106, onPool(damagectx.Bad), onPool(damagectx.Good), (*site).cancelled, false},
		{"reentry", 107, onConn(reentry.Bad), onConn(reentry.Good), nil, false},
		{"panic", 108, onDB(damagepanic.Bad), onDB(damagepanic.Good), panics, false},
		{"pooler", 109, onDB(pooler.Bad), onDB(pooler.Good), (*site).otherClient, true},
	} {
		t.Run(test.rule, func(t *testing.T) {
			t.Parallel()
			for _, p := range test.bad {
				t.Run("Bad/"+p.driver, func(t *testing.T) {
					observer := run(t, p, test.key, test.work, test.pooled)
					for range 5 { // it is not just about to be released
						if !pgtest.Held(t, observer, test.key) {
							t.Fatal("Bad has released its lock")
						}
						time.Sleep(20 * time.Millisecond)
					}
				})
			}
			for _, p := range test.good {
				t.Run("Good/"+p.driver, func(t *testing.T) {
					if pgtest.Held(t, run(t, p, test.key, test.work, test.pooled), test.key) {
						t.Fatal("Good has not released its lock")
					}
				})
			}
		})
	}
}

// run runs a program in a database of its own, and returns a connection to that database. Of a pooled program, nothing
// is left then: it has disconnected.
func run(t *testing.T, p program, key int64, work circumstances, pooled bool) (observer *pgx.Conn) {
	s := &site{t: t, dsn: pgtest.DSN(t)}
	observer = connect(t, s.dsn)
	if pooled {
		s.dsn = pgtest.Pooler(t, s.dsn)
	}
	// A statement that waits for ever fails the test, and does not stop it.
	timeout, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	ctx, cancel := context.WithCancel(timeout)
	defer cancel()
	s.cancel = cancel

	call := p.open(s)
	if pooled {
		defer s.disconnect()
	} else {
		t.Cleanup(s.disconnect)
	}
	var worked bool
	var failure error
	defer func() {
		if r := recover(); r != nil && r != errPanic {
			panic(r)
		}
		if !worked {
			t.Error("the program has done no work")
		}
	}()
	err := call(ctx, func() error {
		worked = true
		if !pgtest.Held(t, observer, key) {
			t.Error("the lock is not held")
		}
		if work != nil {
			failure = work(s)
		}
		return failure
	})
	if err != failure {
		t.Errorf("got %v, want what the work has returned, %v", err, failure)
	}
	return observer
}

// A site is where a program runs.
type site struct {
	t          *testing.T
	dsn        string        // behind a pooler, for those that are to be
	cancel     func()        // cancels the context of the program
	disconnect func()        // closes the handle of the program
	pool       *pgxpool.Pool // the handle, if it is one
}

// Circumstances are what happens while a program holds its lock. The result is that of the work.
type circumstances func(*site) error

// cancelled ends the context of the program, as if its client had gone.
func (s *site) cancelled() error {
	s.cancel()
	return context.Canceled
}

// otherUser takes the connection of the pool that is idle, and keeps it.
func (s *site) otherUser() error {
	conn, err := s.pool.Acquire(context.Background())
	if err != nil {
		return err
	}
	s.t.Cleanup(conn.Release)
	return nil
}

// otherClient begins a transaction behind the pooler, in the session that is idle.
func (s *site) otherClient() error {
	_, err := connect(s.t, s.dsn).Exec(context.Background(), "BEGIN")
	return err
}

var errPanic = errors.New("the work has panicked")

func panics(*site) error { panic(errPanic) }

// A program is one of testdata/damage, with a driver.
type program struct {
	driver string
	open   func(*site) call // makes the handle
}

// A call is that of a program, with its handle.
type call func(ctx context.Context, work func() error) error

// onDB makes programs of one that runs on database/sql.
func onDB(f func(context.Context, *sql.DB, func() error) error) (programs []program) {
	for _, driver := range []string{"postgres", "pgx"} {
		programs = append(programs, program{driver, func(s *site) call {
			db, err := sql.Open(driver, s.dsn)
			if err != nil {
				s.t.Fatal(err)
			}
			s.disconnect = func() { db.Close() }
			return func(ctx context.Context, work func() error) error { return f(ctx, db, work) }
		}})
	}
	return programs
}

// onPool makes a program of one that runs on the pool of pgx.
func onPool(f func(context.Context, *pgxpool.Pool, func() error) error) []program {
	return []program{{"pgxpool", func(s *site) call {
		pool, err := pgxpool.New(context.Background(), s.dsn)
		if err != nil {
			s.t.Fatal(err)
		}
		s.pool, s.disconnect = pool, pool.Close
		return func(ctx context.Context, work func() error) error { return f(ctx, pool, work) }
	}}}
}

// onConn makes a program of one that runs on a native connection of pgx.
func onConn(f func(context.Context, *pgx.Conn, func() error) error) []program {
	return []program{{"pgx", func(s *site) call {
		conn := connect(s.t, s.dsn)
		s.disconnect = func() { conn.Close(context.Background()) }
		return func(ctx context.Context, work func() error) error { return f(ctx, conn, work) }
	}}}
}

// connect opens a connection that is closed when t ends.
func connect(t *testing.T, dsn string) *pgx.Conn {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}
