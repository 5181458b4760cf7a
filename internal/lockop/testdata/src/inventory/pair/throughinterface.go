package pair

import (
	"context"
	"database/sql"
)

type Elector interface {
	Elect(ctx context.Context) error
	Resign(ctx context.Context) error
}

type elector struct{ conn *sql.Conn }

func (e *elector) Elect(ctx context.Context) error {
	_, err := e.conn.ExecContext(ctx, "SELECT pg_advisory_lock(21)") // want `pg_advisory_lock: pinned e.conn; 21 is constant; method in elector.Resign; from Lead$`
	return err
}

func (e *elector) Resign(ctx context.Context) error {
	_, err := e.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(21)") // want `pg_advisory_unlock: pinned e.conn; 21 is constant; from Lead$`
	return err
}

func Lead(ctx context.Context, e Elector) error {
	if err := e.Elect(ctx); err != nil {
		return err
	}
	defer e.Resign(ctx)
	return nil
}
