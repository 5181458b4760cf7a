package closure

import (
	"context"
	"database/sql"
)

type Held struct {
	Key    int64
	Unlock func() error
}

func Field(ctx context.Context, conn *sql.Conn, key int64) (*Held, error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `pg_advisory_lock: pinned conn; key is parameter; returned closure in Field.func$`
		return nil, err
	}
	return &Held{Key: key, Unlock: func() error {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `pg_advisory_unlock: pinned conn; key is parameter$`
		return err
	}}, nil
}
