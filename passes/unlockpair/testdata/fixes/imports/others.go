package imports

import (
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func (p *press) others(conn *pgxpool.Conn, native *pgx.Conn) error {
	if _, err := native.Exec(p.ctx, "SELECT pg_advisory_lock(76)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if p.jammed {
		return nil
	}
	native.Exec(p.detached, "SELECT pg_advisory_unlock(76)")
	return nil
}
