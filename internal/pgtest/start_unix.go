//go:build unix

package pgtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// supervise runs the server for as long as its standard input is open, then stops it and removes its files. The other
// end of that pipe is held by the test process and closed by the kernel when the process ends, whether it returned, ran
// into a timeout or was killed: nobody has to remember to clean up.
const supervise = `
postgres="$1" dir="$2"
"$postgres" -D "$dir/data" -k "$dir" </dev/null &
pid=$!
read _
kill -QUIT $pid
wait $pid
rm -rf "$dir"
`

// settings make the server small and quick; it holds nothing that must survive a crash.
const settings = `
listen_addresses = ''
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
max_connections = 50
shared_buffers = 64MB
`

// start makes and starts a server and returns its address.
func start() (dsn string, err error) {
	bin, err := binaries()
	if err != nil {
		return "", err
	}
	attr, uid, gid, err := unprivileged()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	if err := os.Chown(dir, uid, gid); err != nil {
		return "", err
	}

	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", filepath.Join(dir, "data"), "-U", "postgres", "-A", "trust",
		"-E", "UTF8", "--no-locale", "--no-sync")
	initdb.Dir, initdb.SysProcAttr = dir, attr
	if out, err := initdb.CombinedOutput(); err != nil {
		return "", fmt.Errorf("initdb: %v: %s", err, out)
	}
	conf, err := os.OpenFile(filepath.Join(dir, "data", "postgresql.conf"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	_, err = conf.WriteString(settings)
	if err := errors.Join(err, conf.Close()); err != nil {
		return "", err
	}

	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return "", err
	}
	defer log.Close()
	cmd := exec.Command("sh", "-c", supervise, "sh", filepath.Join(bin, "postgres"), dir)
	cmd.Dir, cmd.SysProcAttr = dir, attr
	cmd.Stdout, cmd.Stderr = log, log // not the test's own: go test would wait until they are closed
	if _, err := cmd.StdinPipe(); err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	running = cmd

	dsn = fmt.Sprintf("host=%s port=5432 user=postgres dbname=postgres sslmode=disable", dir)
	if err := ready(dsn); err != nil {
		text, _ := os.ReadFile(log.Name())
		return "", fmt.Errorf("%v: %s", err, text)
	}
	return dsn, nil
}

// running keeps the supervisor reachable, and with it the pipe open: a collected pipe would be closed.
var running *exec.Cmd

// ready waits until the server answers.
func ready(dsn string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, dsn)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("server does not answer: %v", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// binaries returns the directory of initdb and postgres: from PATH, from pg_config, or the newest of Debian's.
func binaries() (string, error) {
	var dirs []string
	if path, err := exec.LookPath("initdb"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		dirs = append(dirs, strings.TrimSpace(string(out)))
	}
	dirs = append(dirs, debian()...)
	for _, dir := range dirs {
		if exists(filepath.Join(dir, "initdb")) && exists(filepath.Join(dir, "postgres")) {
			return dir, nil
		}
	}
	return "", errors.New("no initdb and postgres in PATH, in pg_config --bindir or in /usr/lib/postgresql")
}

// debian returns the directories in which Debian keeps its versions side by side, the newest first.
func debian() []string {
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	version := func(dir string) float64 {
		v, _ := strconv.ParseFloat(filepath.Base(filepath.Dir(dir)), 64)
		return v
	}
	slices.SortFunc(dirs, func(a, b string) int { return cmp.Compare(version(b), version(a)) })
	return dirs
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// unprivileged returns how to run the server, and who owns its files. PostgreSQL refuses to run as root; root hands it
// to a user without rights. A process group of its own keeps a terminal's interrupt from reaching the supervisor before
// it can clean up.
func unprivileged() (attr *syscall.SysProcAttr, uid, gid int, err error) {
	attr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() != 0 {
		return attr, os.Getuid(), os.Getgid(), nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ = strconv.Atoi(u.Uid)
			gid, _ = strconv.Atoi(u.Gid)
			attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
			return attr, uid, gid, nil
		}
	}
	return nil, 0, 0, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody")
}
