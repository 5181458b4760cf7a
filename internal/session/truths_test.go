package session_test

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/advlockcheck/advlockcheck/internal/pgtest"
)

const (
	lock      = "SELECT pg_advisory_lock($1)"
	tryLock   = "SELECT pg_try_advisory_lock($1)"
	unlock    = "SELECT pg_advisory_unlock($1)"
	unlockAll = "SELECT pg_advisory_unlock_all() WHERE $1::bigint IS NOT NULL"
)

var (
	all   = []string{native, pgxPool, stdlib, libpq}
	pools = []string{pgxPool, stdlib, libpq}
	sqls  = []string{stdlib, libpq}
)

// on says that a truth is the same with several drivers.
func on(drivers []string, outcome string) map[string]string {
	m := map[string]string{}
	for _, d := range drivers {
		m[d] = outcome
	}
	return m
}

// A truth is what a session does with its locks. The table of this package rests on them, and so do the analyzers.
type truth struct {
	id      string
	about   string
	measure func(*bench) string
	want    map[string]string // by driver
}

// TestTruths measures on a real server what comments claim with a mark such as [T b1].
func TestTruths(t *testing.T) {
	dsn := pgtest.DSN(t)
	for _, truth := range slices.Concat(poolTruths, endTruths, txTruths, pairTruths) {
		t.Run(truth.id, func(t *testing.T) {
			t.Parallel()
			for _, driver := range all {
				want, ok := truth.want[driver]
				if !ok {
					continue
				}
				t.Run(driver, func(t *testing.T) {
					if got := truth.measure(newBench(t, driver, dsn)); got != want {
						t.Errorf("%s: %s, want %s", truth.about, got, want)
					}
				})
			}
		})
	}
}

// What locks on a pool are worth.
var poolTruths = []truth{
	{"a1", "a pool locks and unlocks while nobody else uses it", func(b *bench) string {
		p := b.pool()
		b.exec(p, lock)
		return fmt.Sprintf("unlock %v, %s", b.ask(p, unlock), b.state())
	}, on(pools, "unlock true, free")},

	{"a2", "a pool locks, somebody takes that connection, the pool unlocks", func(b *bench) string {
		p := b.pool()
		b.exec(p, lock)
		p.conn()
		return fmt.Sprintf("unlock %v, %s", b.ask(p, unlock), b.state())
	}, on(pools, "unlock false, held")},

	{"a3", "a pool locks for one goroutine and then for another", func(b *bench) string {
		p := b.pool()
		b.exec(p, lock)
		b.exec(p, lock)
		return "both have it, " + b.state()
	}, on(pools, "both have it, held")},

	{"a4", "statements that were prepared on a pool lock, and unlock when somebody has taken that connection", func(b *bench) string {
		db := b.db()
		locks, err := db.Prepare(lock)
		b.must(err)
		_, err = locks.Exec(b.key)
		b.must(err)
		_, err = db.Conn(b.ctx)
		b.must(err)
		unlocks, err := db.Prepare(unlock)
		b.must(err)
		var ok bool
		b.must(unlocks.QueryRow(b.key).Scan(&ok))
		return fmt.Sprintf("unlock %v, %s", ok, b.state())
	}, on(sqls, "unlock false, held")},

	{"a5", "a pool that keeps no idle connections locks", func(b *bench) string {
		db := b.db()
		db.SetMaxIdleConns(-1)
		b.exec(onSQL(db), lock)
		return b.settled()
	}, on(sqls, "free")},

	{"a6", "a pool that closes idle connections locks", func(b *bench) string {
		db := b.db()
		db.SetConnMaxIdleTime(time.Second)
		b.exec(onSQL(db), lock)
		return b.state() + ", then " + b.settled()
	}, on(sqls, "held, then free")},

	{"a7", "a pool of one connection locks for one goroutine and then for another", func(b *bench) string {
		db := b.db()
		db.SetMaxOpenConns(1)
		b.exec(onSQL(db), lock)
		return fmt.Sprintf("second try %v, %s", b.ask(onSQL(db), tryLock), b.state())
	}, on(sqls, "second try true, held")},

	{"v2", "a pool locks, somebody takes that connection, the pool unlocks everything", func(b *bench) string {
		p := b.pool()
		b.exec(p, lock)
		p.conn()
		b.exec(p, unlockAll)
		return b.state()
	}, on(pools, "held")},

	{"m1", "behind a pooler, one client locks and another one tries", func(b *bench) string {
		b.dsn = pgtest.Pooler(b.T, b.dsn) + " default_query_exec_mode=simple_protocol"
		b.exec(b.conn(), lock)
		return fmt.Sprintf("second try %v, %s", b.ask(b.conn(), tryLock), b.state())
	}, on([]string{native, stdlib}, "second try true, held")},
}

// What ends a session, or does not.
var endTruths = []truth{
	{"b1", "a connection is closed, or released, with a lock", func(b *bench) string {
		if b.driver == native {
			c := b.conn()
			b.exec(c, lock)
			c.close()
			return b.settled()
		}
		p := b.pool()
		c := p.conn()
		b.exec(c, lock)
		c.close()
		return fmt.Sprintf("%s, the next user's try %v", b.state(), b.ask(p.conn(), tryLock))
	}, map[string]string{
		native:  "free",
		pgxPool: "held, the next user's try true",
		stdlib:  "held, the next user's try true",
		libpq:   "held, the next user's try true",
	}},

	{"c1", "the unlock has a context that is cancelled, the connection is used once more and closed or released", func(b *bench) string {
		c := b.conn()
		b.exec(c, lock)
		ctx, cancel := context.WithCancel(b.ctx)
		cancel()
		failed := c.exec(ctx, unlock, b.key) != nil
		if b.driver == stdlib || b.driver == libpq { // it is destroyed, before or after the unlock has run
			c.close()
			return b.settled()
		}
		before := b.state()
		b.exec(c, "SELECT $1::bigint")
		c.close()
		if b.driver == native {
			return fmt.Sprintf("unlock failed %v, %s, then %s", failed, before, b.settled())
		}
		return fmt.Sprintf("unlock failed %v, %s, then %s", failed, before, b.state())
	}, map[string]string{
		native:  "unlock failed true, held, then free",
		pgxPool: "unlock failed true, held, then held",
		stdlib:  "free",
		libpq:   "free",
	}},

	{"c4", "a pool locks, and unlocks with a context that is cancelled", func(b *bench) string {
		p := b.pool()
		b.exec(p, lock)
		ctx, cancel := context.WithCancel(b.ctx)
		cancel()
		return fmt.Sprintf("unlock failed %v, %s", p.exec(ctx, unlock, b.key) != nil, b.state())
	}, on(pools, "unlock failed true, held")},

	{"o1", "Raw returns driver.ErrBadConn", func(b *bench) string {
		c, err := b.db().Conn(b.ctx)
		b.must(err)
		b.exec(onSQL(c), lock)
		c.Raw(func(any) error { return driver.ErrBadConn })
		return b.settled()
	}, on(sqls, "free")},

	{"o2", "Raw returns no error, and the connection is closed", func(b *bench) string {
		c, err := b.db().Conn(b.ctx)
		b.must(err)
		b.exec(onSQL(c), lock)
		b.must(c.Raw(func(any) error { return nil }))
		b.must(c.Close())
		return b.state()
	}, on(sqls, "held")},

	{"o3", "a connection is taken out of its pool and closed", func(b *bench) string {
		c := b.acquire(b.pgxPool(nil))
		b.exec(onPgx(c), lock)
		b.must(c.Hijack().Close(b.ctx))
		return b.settled()
	}, on([]string{pgxPool}, "free")},

	{"o3 below", "the connection below that of a pool is closed, and the other released", func(b *bench) string {
		c := b.acquire(b.pgxPool(nil))
		b.exec(onPgx(c), lock)
		b.must(c.Conn().Close(b.ctx))
		c.Release()
		return b.settled()
	}, on([]string{pgxPool}, "free")},

	{"r1", "AfterRelease unlocks everything", func(b *bench) string {
		c := b.acquire(b.pgxPool(func(c *pgx.Conn) bool {
			_, err := c.Exec(b.ctx, "SELECT pg_advisory_unlock_all()")
			return err == nil
		}))
		b.exec(onPgx(c), lock)
		c.Release()
		return b.settled()
	}, on([]string{pgxPool}, "free")},

	{"r3", "AfterRelease destroys the connection", func(b *bench) string {
		c := b.acquire(b.pgxPool(func(*pgx.Conn) bool { return false }))
		b.exec(onPgx(c), lock)
		c.Release()
		return b.settled()
	}, on([]string{pgxPool}, "free")},
}

// What transactions do to session locks.
var txTruths = []truth{
	{"f1", "a transaction takes a session lock and is rolled back", func(b *bench) string {
		tx := b.conn().begin()
		b.exec(tx, lock)
		tx.rollback()
		return b.state()
	}, on(all, "held")},

	{"f2", "a transaction takes a session lock and is committed", func(b *bench) string {
		tx := b.conn().begin()
		b.exec(tx, lock)
		tx.commit()
		return b.state()
	}, on(all, "held")},

	{"f3", "a transaction takes a session lock, and its context is cancelled", func(b *bench) string {
		ctx, cancel := context.WithCancel(b.ctx)
		defer cancel()
		tx, err := b.db().BeginTx(ctx, nil)
		b.must(err)
		b.exec(onSQL(tx), lock)
		cancel()
		return b.settled()
	}, on(sqls, "free")},

	{"f4", "a transaction takes a session lock, fails, tries to unlock and is rolled back", func(b *bench) string {
		tx := b.conn().begin()
		b.exec(tx, lock)
		if tx.exec(b.ctx, "SELECT 1 / ($1::bigint - $1)", b.key) == nil {
			b.Error("the transaction has not failed")
		}
		failed := tx.exec(b.ctx, unlock, b.key) != nil
		tx.rollback()
		return fmt.Sprintf("unlock failed %v, %s", failed, b.state())
	}, on(all, "unlock failed true, held")},

	{"f5", "a connection locks, runs a transaction and unlocks", func(b *bench) string {
		c := b.conn()
		b.exec(c, lock)
		c.begin().commit()
		return fmt.Sprintf("unlock %v, %s", b.ask(c, unlock), b.state())
	}, on(all, "unlock true, free")},

	{"f6", "a transaction unlocks a session lock and is rolled back", func(b *bench) string {
		c := b.conn()
		b.exec(c, lock)
		tx := c.begin()
		ok := b.ask(tx, unlock)
		tx.rollback()
		return fmt.Sprintf("unlock %v, %s", ok, b.state())
	}, on(all, "unlock true, free")},
}

// Which unlock releases which lock.
var pairTruths = []truth{
	{"h1", "two locks, and unlocks one by one", func(b *bench) string {
		c := b.conn()
		b.exec(c, lock)
		b.exec(c, lock)
		first := fmt.Sprintf("unlock %v, %s", b.ask(c, unlock), b.state())
		return fmt.Sprintf("%s; unlock %v, %s", first, b.ask(c, unlock), b.state())
	}, on(all, "unlock true, held; unlock true, free")},

	{"v1", "two locks, and everything is unlocked", func(b *bench) string {
		c := b.conn()
		b.exec(c, lock)
		b.exec(c, lock)
		b.exec(c, unlockAll)
		return b.state()
	}, on(all, "free")},

	{"i1", "an exclusive lock and a shared unlock", pair(lock, "SELECT pg_advisory_unlock_shared($1)"), on(all, "unlock false, held")},
	{"i2", "a shared lock and an exclusive unlock", pair("SELECT pg_advisory_lock_shared($1)", unlock), on(all, "unlock false, held")},
	{"i3", "a lock with one key and an unlock with two", pair(lock, "SELECT pg_advisory_unlock(0, $1)"), on(all, "unlock false, held")},

	{"i4", "a transaction takes a transaction lock, tries to unlock it and is rolled back", func(b *bench) string {
		tx := b.conn().begin()
		b.exec(tx, "SELECT pg_advisory_xact_lock($1)")
		during := fmt.Sprintf("unlock %v, %s", b.ask(tx, unlock), b.state())
		tx.rollback()
		return during + ", then " + b.state()
	}, on(all, "unlock false, held, then free")},

	{"i6", "one session locks (1, k), another tries 1<<32 | k", func(b *bench) string {
		b.exec(b.conn(), "SELECT pg_advisory_lock(1, $1)")
		return fmt.Sprint("second try ", b.ask(b.conn(), "SELECT pg_try_advisory_lock((1::bigint << 32) | $1::bigint)"))
	}, on(all, "second try true")},
}

// pair measures what an unlock does to a lock.
func pair(lock, unlock string) func(*bench) string {
	return func(b *bench) string {
		c := b.conn()
		b.exec(c, lock)
		return fmt.Sprintf("unlock %v, %s", b.ask(c, unlock), b.state())
	}
}
