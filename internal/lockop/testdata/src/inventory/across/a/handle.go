package a

import (
	"context"
	"database/sql"
)

// A Handle gives back what another package took.
type Handle struct{ Conn *sql.Conn }

func (h *Handle) Free(ctx context.Context) {
	h.Conn.ExecContext(ctx, "SELECT pg_advisory_unlock(103)") // want `pg_advisory_unlock: pinned h.Conn; 103 is constant$`
}
