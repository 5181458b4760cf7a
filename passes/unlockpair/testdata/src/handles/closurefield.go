package handles

import (
	"context"
	"database/sql"
)

// A Permit holds the closure that unlocks.
type Permit struct {
	Number int
	undo   func()
}

func Apply(ctx context.Context, db *sql.DB, number int) (*Permit, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", number); err != nil {
		conn.Close()
		return nil, err
	}
	return &Permit{
		Number: number,
		undo: func() {
			conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock($1)", number)
			conn.Close()
		},
	}, nil
}

func (p *Permit) Revoke() {
	if p.undo != nil {
		p.undo()
		p.undo = nil
	}
}

// The permit is revoked in the end.
func revoked(ctx context.Context, db *sql.DB) error {
	p, err := Apply(ctx, db, 5101)
	if err != nil {
		return err
	}
	defer p.Revoke()
	return db.PingContext(ctx)
}

// The permit is forgotten on one path.
func notRevoked(ctx context.Context, db *sql.DB) (int, error) {
	p, err := Apply(ctx, db, 5102) // want `\[unlockpair/leak\]`
	if err != nil {
		return 0, err
	}
	if p.Number > 1000 {
		return p.Number, nil
	}
	p.Revoke()
	return 0, nil
}

// The permit is passed to a function that revokes it.
func passedOn(ctx context.Context, db *sql.DB) error {
	p, err := Apply(ctx, db, 5103)
	if err != nil {
		return err
	}
	inspect(p)
	return nil
}

func inspect(p *Permit) {
	defer p.Revoke()
	if p.Number < 0 {
		panic("no such permit")
	}
}

// The permit is passed to a function that nobody sees.
func passedOut(ctx context.Context, db *sql.DB, keep func(*Permit)) error {
	p, err := Apply(ctx, db, 5104)
	if err != nil {
		return err
	}
	keep(p)
	return nil
}

// Permits are appended, and revoked together.
type office struct {
	db      *sql.DB
	permits []*Permit
}

func (o *office) admit(ctx context.Context, number int) error {
	p, err := Apply(ctx, o.db, number)
	if err != nil {
		return err
	}
	o.permits = append(o.permits, p)
	return nil
}

func (o *office) close() {
	for _, p := range o.permits {
		p.Revoke()
	}
	o.permits = nil
}

// A constructor of a larger value revokes the permit when the rest fails.
type building struct {
	permit *Permit
	floors int
}

func build(ctx context.Context, db *sql.DB, number int) (*building, error) {
	p, err := Apply(ctx, db, number)
	if err != nil {
		return nil, err
	}
	b := &building{permit: p}
	if err := db.QueryRowContext(ctx, "SELECT floors FROM plans WHERE id = $1", number).Scan(&b.floors); err != nil {
		p.Revoke()
		return nil, err
	}
	return b, nil
}

func (b *building) demolish() { b.permit.Revoke() }

// The same constructor without the care.
func buildCareless(ctx context.Context, db *sql.DB, number int) (*building, error) {
	p, err := Apply(ctx, db, number) // want `\[unlockpair/leak\]`
	if err != nil {
		return nil, err
	}
	b := &building{permit: p}
	if err := db.QueryRowContext(ctx, "SELECT floors FROM plans WHERE id = $1", number).Scan(&b.floors); err != nil {
		return nil, err
	}
	return b, nil
}
