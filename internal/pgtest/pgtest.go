// Package pgtest gives tests a real PostgreSQL.
//
// The server is the one that ADVLOCK_TEST_DSN names, or a throw-away one from the installed binaries: started with the
// first test that asks, once per test process, reachable by a Unix socket only, and gone when the process is, however
// that ends. Without either a test is skipped, or fails where ADVLOCK_TEST_REQUIRE=1 says that a skip would hide
// something. The same holds for a PgBouncer in front of it.
package pgtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// DSN returns the address of an empty database that belongs to t alone and is dropped when t ends. Advisory locks
// belong to a database, so tests that run at the same time, on one server too, do not see each other's.
func DSN(t testing.TB) string {
	t.Helper()
	base, err := server()
	if err != nil {
		unavailable(t, fmt.Errorf("needs PostgreSQL: %v; install it (apt-get install postgresql), or set ADVLOCK_TEST_DSN "+
			"to a server whose role may create databases", err))
	}
	// The name is unique among the processes that share a server.
	name := fmt.Sprintf("advlock_test_%d_%d", os.Getpid(), time.Now().UnixNano())
	admin(t, base, "CREATE DATABASE "+name)
	t.Cleanup(func() { admin(t, base, "DROP DATABASE "+name+" WITH (FORCE)") })
	return withDatabase(base, name)
}

// Connect returns a connection to a database of t's own, see [DSN].
func Connect(t testing.TB) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), DSN(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// Pooler puts a PgBouncer in transaction mode, which belongs to t alone, in front of a database of [DSN], and returns the
// address to use instead. A transaction, or a statement outside of one, runs on the session that was idle last, on a new
// one if there is none. Prepared statements do not work there: without arguments, lib/pq and the Exec of pgx use none.
func Pooler(t testing.TB, dsn string) string {
	t.Helper()
	address, stop, err := startPooler(dsn)
	if err != nil {
		unavailable(t, fmt.Errorf("needs PgBouncer: %v; install it (apt-get install pgbouncer)", err))
	}
	t.Cleanup(stop)
	return address
}

// Held reports whether another session than conn's holds an advisory lock on key.
func Held(t testing.TB, conn *pgx.Conn, key int64) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var free bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&free); err != nil {
		t.Fatal(err)
	}
	if free {
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", key); err != nil {
			t.Fatal(err)
		}
	}
	return !free
}

// server returns the address of the server, which it starts where none is given.
var server = sync.OnceValues(func() (string, error) {
	if dsn := os.Getenv("ADVLOCK_TEST_DSN"); dsn != "" {
		return dsn, nil
	}
	return start()
})

func unavailable(t testing.TB, err error) {
	t.Helper()
	if os.Getenv("ADVLOCK_TEST_REQUIRE") == "1" {
		t.Fatal(err)
	}
	t.Skip(err)
}

func admin(t testing.TB, dsn, sql string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatal(err)
	}
}

// withDatabase returns a DSN, in either of its two forms, with another database.
func withDatabase(dsn, name string) string {
	if u, err := url.Parse(dsn); err == nil && strings.HasPrefix(u.Scheme, "postgres") {
		u.Path = "/" + name
		return u.String()
	}
	return dsn + " dbname=" + name // the later setting wins
}
