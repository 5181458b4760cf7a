package closure

import (
	"context"
	"database/sql"
)

type session struct {
	conn *sql.Conn
	key  int64
}

func (s *session) free() {
	s.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", s.key) // want `pg_advisory_unlock: pinned s.conn; s.key is field; from MethodValue, MethodValueGiven$`
}

func MethodValue(ctx context.Context, conn *sql.Conn, key int64) (func(), error) {
	s := session{conn, key}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in MethodValue$`
		return nil, err
	}
	return s.free, nil
}
