// Package pgtest gives tests a real PostgreSQL.
//
// The server is the one that ADVLOCK_TEST_DSN names, or a throw-away one from the installed binaries: started with the
// first test that asks, once per test process, reachable by a Unix socket only, and gone when the process is, however
// that ends. Without either a test is skipped, or fails where ADVLOCK_TEST_REQUIRE=1 says that a skip would hide
// something.
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
		unavailable(t, err)
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

// server returns the address of the server, which it starts where none is given.
var server = sync.OnceValues(func() (string, error) {
	if dsn := os.Getenv("ADVLOCK_TEST_DSN"); dsn != "" {
		return dsn, nil
	}
	return start()
})

func unavailable(t testing.TB, err error) {
	t.Helper()
	const advice = "needs PostgreSQL: %v; install it (apt-get install postgresql), or set ADVLOCK_TEST_DSN to a server whose role may create databases"
	if os.Getenv("ADVLOCK_TEST_REQUIRE") == "1" {
		t.Fatalf(advice, err)
	}
	t.Skipf(advice, err)
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
