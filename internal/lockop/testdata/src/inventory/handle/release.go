// Package handle returns a value with a method that gives the lock back.
package handle

import (
	"context"
	"database/sql"
)

type Lock struct {
	conn *sql.Conn
	key  int64
}

func Acquire(ctx context.Context, db *sql.DB, key int64) (*Lock, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; method in Lock.Release; from useLock with 5$`
		conn.Close()
		return nil, err
	}
	return &Lock{conn, key}, nil
}

func (l *Lock) Release() error {
	defer l.conn.Close()
	_, err := l.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", l.key) // want `pg_advisory_unlock: pinned l.conn; l.key is field, parameter; from useLock$`
	return err
}

func useLock(ctx context.Context, db *sql.DB) error {
	l, err := Acquire(ctx, db, 5)
	if err != nil {
		return err
	}
	defer l.Release()
	return nil
}
