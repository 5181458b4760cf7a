package handle

import (
	"context"
	"database/sql"
)

type Guarded[T any] struct {
	conn  *sql.Conn
	Value T
}

func Guard[T any](ctx context.Context, conn *sql.Conn, value T) (*Guarded[T], error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(12)"); err != nil { // want `pg_advisory_lock: pinned conn; 12 is constant; method in Guarded.Close; from useGuard$`
		return nil, err
	}
	return &Guarded[T]{conn, value}, nil
}

func (g *Guarded[T]) Close() {
	g.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(12)") // want `pg_advisory_unlock: pinned g.conn; 12 is constant; from useGuard$`
}

func useGuard(ctx context.Context, conn *sql.Conn) {
	g, err := Guard(ctx, conn, "text")
	if err == nil {
		g.Close()
	}
}
