package imports

import (
	stdctx "context"
	"database/sql"
	"fmt" // for errors

	"github.com/jackc/pgx/v5/pgxpool"
)

type press struct {
	ctx, detached stdctx.Context
	jammed        bool
	db            *sql.DB
}

func (p *press) renamed(ctx stdctx.Context, conn *pgxpool.Conn) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(74)"); err != nil { // want `\[unlockpair/leak\]`
		return fmt.Errorf("lock: %w", err)
	}
	if p.jammed {
		return nil
	}
	conn.Exec(stdctx.Background(), "SELECT pg_advisory_unlock(74)")
	return nil
}
