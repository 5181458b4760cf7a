//go:build unix

package pgtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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

// supervise runs a server for as long as its standard input is open, then stops it and removes its files. The other
// end of that pipe is held by the test process and closed by the kernel when the process ends, whether it returned, ran
// into a timeout or was killed: nobody has to remember to clean up.
const supervise = `
dir="$1" signal="$2"
shift 2
"$@" </dev/null &
pid=$!
read _
kill -$signal $pid
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
	dir, attr, err := directory()
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()

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

	running, err = launch(dir, attr, "QUIT", filepath.Join(bin, "postgres"), "-D", filepath.Join(dir, "data"), "-k", dir)
	if err != nil {
		return "", err
	}
	dsn = fmt.Sprintf("host=%s port=5432 user=postgres dbname=postgres sslmode=disable", dir)
	return dsn, ready(dsn, dir)
}

// running keeps the pipe to the supervisor reachable: a collected one would be closed.
var running io.Closer

// directory makes a directory for the files of a server, and says how to run a server that may write there.
func directory() (dir string, attr *syscall.SysProcAttr, err error) {
	attr, uid, gid, err := unprivileged()
	if err != nil {
		return "", nil, err
	}
	dir, err = os.MkdirTemp("", "pgtest")
	if err != nil {
		return "", nil, err
	}
	if err := os.Chown(dir, uid, gid); err != nil {
		os.RemoveAll(dir)
		return "", nil, err
	}
	return dir, attr, nil
}

// launch starts a server that is stopped with a signal, and its directory removed, when the pipe is closed.
func launch(dir string, attr *syscall.SysProcAttr, signal string, command ...string) (pipe io.Closer, err error) {
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command("sh", append([]string{"-c", supervise, "sh", dir, signal}, command...)...)
	cmd.Dir, cmd.SysProcAttr = dir, attr
	cmd.Stdout, cmd.Stderr = log, log // not the test's own: go test would wait until they are closed
	pipe, err = cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	return pipe, cmd.Start()
}

// ready waits until the server in dir answers.
func ready(dsn, dir string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, dsn)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			return fmt.Errorf("server does not answer: %v: %s", err, log)
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
