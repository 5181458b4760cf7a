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
