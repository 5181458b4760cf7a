package methods

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A Latch takes one lock after the other, and Close releases them all.
type Latch struct {
	conn *pgxpool.Conn
	keys []int64
}

func (l *Latch) Add(ctx context.Context, key int64) error {
	if _, err := l.conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	l.keys = append(l.keys, key)
	return nil
}

func (l *Latch) Close() {
	for _, key := range l.keys {
		l.conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", key)
	}
	l.conn.Release()
}

// A Book has a pair for readers and a pair for writers.
type Book struct{ conn *sql.Conn }

func (b *Book) RLock(ctx context.Context) error {
	_, err := b.conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared(6101)")
	return err
}

func (b *Book) RUnlock(ctx context.Context) error {
	_, err := b.conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared(6101)")
	return err
}

func (b *Book) Lock(ctx context.Context) error {
	_, err := b.conn.ExecContext(ctx, "SELECT pg_advisory_lock(6101)")
	return err
}

func (b *Book) Unlock(ctx context.Context) error {
	_, err := b.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(6101)")
	return err
}

// Readers and writers go their own ways.
func (b *Book) copyPage(ctx context.Context, write bool) error {
	if write {
		if err := b.Lock(ctx); err != nil {
			return err
		}
		defer b.Unlock(ctx)
	} else {
		if err := b.RLock(ctx); err != nil {
			return err
		}
		defer b.RUnlock(ctx)
	}
	_, err := b.conn.ExecContext(ctx, "CALL copy_page()")
	return err
}

// The reader is unlocked as a writer.
func (b *Book) readPage(ctx context.Context) error {
	if err := b.RLock(ctx); err != nil {
		return err
	}
	defer b.Unlock(ctx) // want `\[unlockpair/mismatch\]`
	_, err := b.conn.ExecContext(ctx, "CALL read_page()")
	return err
}

// A Press keeps its connection for the next time.
type Press struct {
	db   *sql.DB
	conn *sql.Conn
}

func (p *Press) engage(ctx context.Context) (bool, error) {
	if p.conn == nil {
		conn, err := p.db.Conn(ctx)
		if err != nil {
			return false, err
		}
		p.conn = conn
	}
	var ok bool
	err := p.conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(6102)").Scan(&ok)
	return ok, err
}

func (p *Press) disengage(ctx context.Context) error {
	_, err := p.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(6102)")
	return err
}

func (p *Press) print(ctx context.Context, sheets int) error {
	ok, err := p.engage(ctx)
	if err != nil || !ok {
		return err
	}
	defer p.disengage(ctx)
	_, err = p.db.ExecContext(ctx, "CALL print_sheets($1)", sheets)
	return err
}

func (p *Press) printCareless(ctx context.Context, sheets int) error {
	ok, err := p.engage(ctx) // want `\[unlockpair/leak\]`
	if err != nil || !ok {
		return err
	}
	if sheets == 0 {
		return errors.New("nothing to print")
	}
	_, err = p.db.ExecContext(ctx, "CALL print_sheets($1)", sheets)
	return errors.Join(err, p.disengage(ctx))
}

// An outer type delegates to an inner one that it embeds.
type Bindery struct {
	Press
	open bool
}

func (b *Bindery) Open(ctx context.Context) (err error) {
	b.open, err = b.engage(ctx)
	return err
}

func (b *Bindery) Shut(ctx context.Context) error {
	if !b.open {
		return nil
	}
	b.open = false
	return b.disengage(ctx)
}
