package handle

import (
	"context"
	"database/sql"
)

type base struct{ conn *sql.Conn }

func (b base) Done(ctx context.Context) { b.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(11)") } // want `pg_advisory_unlock: pinned b.conn; 11 is constant$`

type Embedding struct {
	base
	name string
}

func Embedded(ctx context.Context, conn *sql.Conn) (Embedding, error) {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(11)") // want `pg_advisory_lock: pinned conn; 11 is constant; method in base.Done$`
	return Embedding{base{conn}, "eleven"}, err
}
