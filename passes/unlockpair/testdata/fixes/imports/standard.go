package imports

import "database/sql"

func (p *press) standard(conn *sql.Conn) error {
	if _, err := conn.ExecContext(p.ctx, "SELECT pg_advisory_lock(75)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if p.jammed {
		return nil
	}
	conn.ExecContext(p.ctx, "SELECT pg_advisory_unlock(75)")
	return nil
}
