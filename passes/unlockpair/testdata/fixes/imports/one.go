// Package imports has each kind of import declaration.
package imports

import "github.com/jackc/pgx/v5/pgxpool"

func (p *press) one(conn *pgxpool.Conn) error {
	if _, err := conn.Exec(p.ctx, "SELECT pg_advisory_lock(73)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if p.jammed {
		return nil
	}
	conn.Exec(p.detached, "SELECT pg_advisory_unlock(73)")
	return nil
}
