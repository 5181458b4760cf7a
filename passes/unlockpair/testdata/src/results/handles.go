package results

import (
	"context"
	"database/sql"
	"errors"
	"io"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Somebody who does not win gets a closure that does nothing.
func TryEnter(ctx context.Context, pool *pgxpool.Pool, key int64) (leave func(), err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	var won bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&won); err != nil {
		conn.Release()
		return nil, err
	}
	if !won {
		conn.Release()
		return func() {}, nil
	}
	return func() {
		conn.Exec(context.Background(), unlock, key)
		conn.Release()
	}, nil
}

// The closure is called, whatever it does.
func entered(ctx context.Context, pool *pgxpool.Pool) error {
	leave, err := TryEnter(ctx, pool, 33101)
	if err != nil {
		return err
	}
	defer leave()
	_, err = pool.Exec(ctx, "CALL prune_trees()")
	return err
}

// The closure is the cancel function of a context.
func Scope(ctx context.Context, db *sql.DB, key int64) (context.Context, context.CancelFunc, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Close()
		return nil, nil, err
	}
	scope, cancel := context.WithCancel(ctx)
	return scope, func() {
		cancel()
		conn.ExecContext(context.WithoutCancel(ctx), unlock, key)
		conn.Close()
	}, nil
}

// The scope is left in the end.
func scoped(ctx context.Context, db *sql.DB) error {
	ctx, cancel, err := Scope(ctx, db, 33102)
	if err != nil {
		return err
	}
	defer cancel()
	return db.PingContext(ctx)
}

// The scope is left on success only.
func scopedLeak(ctx context.Context, db *sql.DB) error {
	ctx, cancel, err := Scope(ctx, db, 33103) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	cancel()
	return nil
}

// The handle is known as an io.Closer.
type closer struct {
	conn *sql.Conn
	key  int64
}

func (c *closer) Close() error {
	_, err := c.conn.ExecContext(context.Background(), unlock, c.key)
	return errors.Join(err, c.conn.Close())
}

func OpenTree(ctx context.Context, db *sql.DB, key int64) (io.Closer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &closer{conn, key}, nil
}

// The closer is closed.
func closed(ctx context.Context, db *sql.DB) error {
	c, err := OpenTree(ctx, db, 33104)
	if err != nil {
		return err
	}
	defer c.Close()
	return db.PingContext(ctx)
}

// The closer is forgotten.
func notClosed(ctx context.Context, db *sql.DB) error {
	c, err := OpenTree(ctx, db, 33105) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	return c.Close()
}

// A struct says whether the lock was won.
type Outcome struct {
	Won  bool
	Free func()
}

func Attempt(ctx context.Context, db *sql.DB, key int64) (Outcome, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	var won bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&won); err != nil || !won {
		conn.Close()
		return Outcome{}, err
	}
	return Outcome{Won: true, Free: func() {
		conn.ExecContext(context.Background(), unlock, key)
		conn.Close()
	}}, nil
}

// Where it was won, it is freed.
func attempted(ctx context.Context, db *sql.DB) error {
	o, err := Attempt(ctx, db, 33106)
	if err != nil {
		return err
	}
	if !o.Won {
		return nil
	}
	defer o.Free()
	return db.PingContext(ctx)
}

// The caller gets the connection and unlocks by itself.
type Lent struct{ Conn *sql.Conn }

func Lend(ctx context.Context, db *sql.DB) (*Lent, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(33107)"); err != nil {
		conn.Close()
		return nil, err
	}
	return &Lent{conn}, nil
}

func lent(ctx context.Context, db *sql.DB) error {
	l, err := Lend(ctx, db)
	if err != nil {
		return err
	}
	defer l.Conn.Close()
	defer l.Conn.ExecContext(ctx, "SELECT pg_advisory_unlock(33107)")
	_, err = l.Conn.ExecContext(ctx, "CALL prune_trees()")
	return err
}
