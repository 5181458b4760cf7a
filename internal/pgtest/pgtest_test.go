package pgtest_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/advlockcheck/advlockcheck/internal/pgtest"
)

// Two connections hold the same key at the same time: each has a database, and so a lock space, of its own.
func TestDatabasesDoNotShareLocks(t *testing.T) {
	for range 2 {
		var got bool
		if err := pgtest.Connect(t).QueryRow(context.Background(), "SELECT pg_try_advisory_lock(1)").Scan(&got); err != nil || !got {
			t.Errorf("got %v, %v; want the lock", got, err)
		}
	}
}

// Two clients of a pooler share a session as long as neither has a transaction open.
func TestPooler(t *testing.T) {
	ctx := context.Background()
	address := pgtest.Pooler(t, pgtest.DSN(t))
	session := func(conn *pgx.Conn) (pid uint32) {
		results, err := conn.PgConn().Exec(ctx, "SELECT pg_backend_pid()").ReadAll() // without preparing it
		if err != nil {
			t.Fatal(err)
		}
		fmt.Sscan(string(results[0].Rows[0][0]), &pid)
		return pid
	}
	var clients [2]*pgx.Conn
	for i := range clients {
		conn, err := pgx.Connect(ctx, address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		clients[i] = conn
	}
	shared := session(clients[0])
	if got := session(clients[1]); got != shared {
		t.Errorf("sessions %d and %d; want one", shared, got)
	}
	if _, err := clients[0].Exec(ctx, "BEGIN"); err != nil {
		t.Fatal(err)
	}
	if got := session(clients[1]); got == shared {
		t.Errorf("both have session %d, one of them in a transaction", got)
	}
	if got := session(clients[0]); got != shared {
		t.Errorf("the transaction moved from session %d to %d", shared, got)
	}
}

func TestHeld(t *testing.T) {
	ctx := context.Background()
	dsn := pgtest.DSN(t)
	var conns [2]*pgx.Conn
	for i := range conns {
		conn, err := pgx.Connect(ctx, dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		conns[i] = conn
	}
	if pgtest.Held(t, conns[1], 1) {
		t.Error("held before it was taken")
	}
	if _, err := conns[0].Exec(ctx, "SELECT pg_advisory_lock_shared(1)"); err != nil {
		t.Fatal(err)
	}
	if !pgtest.Held(t, conns[1], 1) {
		t.Error("not held by the other session")
	}
	if pgtest.Held(t, conns[0], 1) {
		t.Error("held by another session than its own")
	}
}

// A test process that is killed leaves neither server nor files behind.
func TestServerEndsWithProcess(t *testing.T) {
	if os.Getenv("ADVLOCK_TEST_DSN") != "" {
		t.Skip("the server is not ours")
	}
	dsn := pgtest.DSN(t)
	if os.Getenv("PGTEST_CHILD") != "" {
		fmt.Println("dsn:", dsn)
		select {}
	}

	child := exec.Command(os.Args[0], "-test.run=^TestServerEndsWithProcess$")
	child.Env = append(os.Environ(), "PGTEST_CHILD=1")
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	child.Process.Kill()
	child.Wait()
	dsn, ok := strings.CutPrefix(strings.TrimSpace(line), "dsn: ")
	if !ok {
		t.Fatalf("the child said %q", line)
	}
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(config.Host); os.IsNotExist(err) {
			break // removed last, after the server has gone
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s is still there", config.Host)
		}
	}
}
