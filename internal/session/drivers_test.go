package session_test

import (
	"context"
	"database/sql"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/lib/pq"

	"github.com/advlockcheck/advlockcheck/internal/pgtest"
)

// The ways to a server that are measured.
const (
	native  = "pgx"        // a connection
	pgxPool = "pgxpool"    // the pool of pgx
	stdlib  = "pgx/stdlib" // pgx below database/sql
	libpq   = "lib/pq"     // lib/pq below database/sql
)

// A bench is where one truth is measured, with one driver. Its queries have one argument, a key of their own.
type bench struct {
	*testing.T
	ctx         context.Context // ends what waits for ever
	driver, dsn string
	observer    *pgx.Conn
	key         int64
}

var keys atomic.Int64

func newBench(t *testing.T, driver, dsn string) *bench {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	b := &bench{T: t, ctx: ctx, driver: driver, dsn: dsn, key: keys.Add(1)}
	b.observer = b.connect()
	return b
}

// A handle is a pool, a connection or a transaction.
type handle struct {
	exec func(ctx context.Context, query string, args ...any) error
	ask  func(ctx context.Context, query string, args ...any) (bool, error)

	conn  func() handle // of a pool: one of its connections
	begin func() handle // of a connection

	close            func() // Close of a connection, or Release
	commit, rollback func()
}

// pool opens a pool, with the driver of b.
func (b *bench) pool() handle {
	if b.driver == pgxPool {
		p := b.pgxPool(nil)
		h := onPgx(p)
		h.conn = func() handle {
			c := b.acquire(p)
			h := b.onPgxConn(c)
			h.close = c.Release
			return h
		}
		return h
	}
	db := b.db()
	h := onSQL(db)
	h.conn = func() handle {
		c, err := db.Conn(b.ctx)
		b.must(err)
		h := onSQL(c)
		h.close = func() { c.Close() } // of a connection that is broken, it fails
		h.begin = func() handle {
			tx, err := c.BeginTx(b.ctx, nil)
			b.must(err)
			h := onSQL(tx)
			h.commit = func() { b.must(tx.Commit()) }
			h.rollback = func() { b.must(tx.Rollback()) }
			return h
		}
		return h
	}
	return h
}

// conn opens a connection of its own, or takes one from a pool.
func (b *bench) conn() handle {
	if b.driver != native {
		return b.pool().conn()
	}
	c := b.connect()
	h := b.onPgxConn(c)
	h.close = func() { b.must(c.Close(b.ctx)) }
	return h
}

// db opens a pool of database/sql.
func (b *bench) db() *sql.DB {
	name := map[string]string{stdlib: "pgx", libpq: "postgres"}[b.driver]
	db, err := sql.Open(name, b.dsn)
	b.must(err)
	b.Cleanup(func() { db.Close() })
	return db
}

// pgxPool opens a pool of pgx, with a hook for connections that come back.
func (b *bench) pgxPool(afterRelease func(*pgx.Conn) bool) *pgxpool.Pool {
	config, err := pgxpool.ParseConfig(b.dsn)
	b.must(err)
	config.AfterRelease = afterRelease
	p, err := pgxpool.NewWithConfig(context.Background(), config)
	b.must(err)
	b.Cleanup(p.Close)
	return p
}

func (b *bench) acquire(p *pgxpool.Pool) *pgxpool.Conn {
	c, err := p.Acquire(b.ctx)
	b.must(err)
	b.Cleanup(c.Release) // Close of the pool waits for it; what is released or hijacked already is ignored
	return c
}

func (b *bench) connect() *pgx.Conn {
	c, err := pgx.Connect(b.ctx, b.dsn)
	b.must(err)
	b.Cleanup(func() { c.Close(context.Background()) })
	return c
}

func onSQL(r interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) handle {
	return handle{
		exec: func(ctx context.Context, query string, args ...any) error {
			_, err := r.ExecContext(ctx, query, args...)
			return err
		},
		ask: func(ctx context.Context, query string, args ...any) (yes bool, err error) {
			return yes, r.QueryRowContext(ctx, query, args...).Scan(&yes)
		},
	}
}

type pgxRunner interface {
	Exec(context.Context, string, ...any) (pgconn.CommandTag, error)
	QueryRow(context.Context, string, ...any) pgx.Row
}

func onPgx(r pgxRunner) handle {
	return handle{
		exec: func(ctx context.Context, query string, args ...any) error {
			_, err := r.Exec(ctx, query, args...)
			return err
		},
		ask: func(ctx context.Context, query string, args ...any) (yes bool, err error) {
			return yes, r.QueryRow(ctx, query, args...).Scan(&yes)
		},
	}
}

func (b *bench) onPgxConn(c interface {
	pgxRunner
	Begin(context.Context) (pgx.Tx, error)
}) handle {
	h := onPgx(c)
	h.begin = func() handle {
		tx, err := c.Begin(b.ctx)
		b.must(err)
		h := onPgx(tx)
		h.commit = func() { b.must(tx.Commit(b.ctx)) }
		h.rollback = func() { b.must(tx.Rollback(b.ctx)) }
		return h
	}
	return h
}

// exec runs a query with the key.
func (b *bench) exec(h handle, query string) {
	b.Helper()
	b.must(h.exec(b.ctx, query, b.key))
}

// ask runs a query with the key, which returns a boolean.
func (b *bench) ask(h handle, query string) bool {
	b.Helper()
	yes, err := h.ask(b.ctx, query, b.key)
	b.must(err)
	return yes
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// state says whether the lock is held right now.
func (b *bench) state() string {
	b.Helper()
	if pgtest.Held(b.T, b.observer, b.key) {
		return "held"
	}
	return "free"
}

// settled is like state where a session is to end, of which the server learns a moment later.
func (b *bench) settled() string {
	b.Helper()
	for deadline := time.Now().Add(20 * time.Second); b.state() == "held"; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			return "held"
		}
	}
	return "free"
}
