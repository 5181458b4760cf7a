//go:build unix

package pgtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
)

// startPooler makes and starts a PgBouncer in front of a database, and returns its address and how to stop it.
func startPooler(dsn string) (address string, stop func(), err error) {
	bin, err := exec.LookPath("pgbouncer")
	if err != nil {
		bin = "/usr/sbin/pgbouncer" // Debian's, which is in the PATH of root only
	}
	if !exists(bin) {
		return "", nil, errors.New("no pgbouncer in PATH or in /usr/sbin")
	}
	server, err := pgx.ParseConfig(dsn)
	if err != nil {
		return "", nil, err
	}
	dir, attr, err := directory()
	if err != nil {
		return "", nil, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	target := fmt.Sprintf("host=%s port=%d user=%s", server.Host, server.Port, server.User)
	if server.Password != "" { // PgBouncer reads no empty one
		target += " password='" + strings.ReplaceAll(server.Password, "'", "''") + "'"
	}
	ini := fmt.Sprintf(poolerSettings, server.Database, target, dir)
	file := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(ini), 0o644); err != nil {
		return "", nil, err
	}

	// What the other signals mean differs between versions, and there is nothing to be saved.
	pipe, err := launch(dir, attr, "KILL", bin, file)
	if err != nil {
		return "", nil, err
	}
	address = fmt.Sprintf("host=%s port=6432 user=postgres dbname=%s sslmode=disable", dir, server.Database)
	stop = func() { pipe.Close() }
	if err := ready(address, dir); err != nil {
		stop()
		return "", nil, err
	}
	return address, stop, nil
}

// poolerSettings make a PgBouncer that lets everybody in. lib/pq sets extra_float_digits when it connects.
const poolerSettings = `
[databases]
%s = %s
[pgbouncer]
unix_socket_dir = %s
listen_port = 6432
auth_type = any
pool_mode = transaction
ignore_startup_parameters = extra_float_digits
`
