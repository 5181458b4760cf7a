package ends

import (
	"context"

	"github.com/jackc/pgx/v5"
)

type Leader struct{ conn *pgx.Conn }

func (l *Leader) Start(ctx context.Context) error {
	_, err := l.conn.Exec(ctx, "SELECT pg_advisory_lock(57)") // want `pg_advisory_lock: pinned l.conn; 57 is constant; end of the session in Leader.Close$`
	return err
}

func (l *Leader) Close(ctx context.Context) error { return l.conn.Close(ctx) }
