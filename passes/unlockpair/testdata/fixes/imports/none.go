package imports

func (p *press) none() error {
	conn, err := p.db.Conn(p.ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	if _, err := conn.ExecContext(p.ctx, "SELECT pg_advisory_lock(77)"); err != nil {
		return err
	}
	return nil
}
