// Package pair has a method that takes the lock and one that gives it back.
package pair

import (
	"context"
	"database/sql"
)

type OnConn struct {
	conn *sql.Conn
	key  int64
}

func (l *OnConn) Lock(ctx context.Context) error {
	_, err := l.conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", l.key) // want `pg_advisory_lock: pinned l.conn; l.key is field; method in OnConn.Unlock$`
	return err
}

func (l *OnConn) Unlock(ctx context.Context) error {
	_, err := l.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", l.key) // want `pg_advisory_unlock: pinned l.conn; l.key is field$`
	return err
}
