// Package handles returns values with a method that gives the lock back.
package handles

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A Lease is a lock and the connection that holds it.
type Lease struct {
	conn *sql.Conn
	key  int64
}

// Take returns a lease or an error, and never both.
func Take(ctx context.Context, db *sql.DB, key int64) (*Lease, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &Lease{conn: conn, key: key}, nil
}

func (l *Lease) Release(ctx context.Context) error {
	defer l.conn.Close()
	_, err := l.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", l.key)
	return err
}

// The lease is released in a deferred call.
func leaseDeferred(ctx context.Context, db *sql.DB) error {
	lease, err := Take(ctx, db, 5001)
	if err != nil {
		return err
	}
	defer lease.Release(ctx)
	return db.PingContext(ctx)
}

// The lease is forgotten on the error path.
func leaseForgotten(ctx context.Context, db *sql.DB) error {
	lease, err := Take(ctx, db, 5002) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	return lease.Release(ctx)
}

// The lease is dropped.
func leaseDropped(ctx context.Context, db *sql.DB) error {
	_, err := Take(ctx, db, 5003) // want `\[unlockpair/leak\]`
	return err
}

// The lease is handed to whoever reads the channel.
func leaseSent(ctx context.Context, db *sql.DB, leases chan<- *Lease) error {
	lease, err := Take(ctx, db, 5004)
	if err != nil {
		return err
	}
	leases <- lease
	return nil
}

// The lease is kept in a map.
type registry struct {
	mu     sync.Mutex
	db     *sql.DB
	leases map[int64]*Lease
}

func (r *registry) add(ctx context.Context, key int64) error {
	lease, err := Take(ctx, r.db, key)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leases[key] = lease
	return nil
}

func (r *registry) remove(ctx context.Context, key int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	lease, ok := r.leases[key]
	if !ok {
		return nil
	}
	delete(r.leases, key)
	return lease.Release(ctx)
}

// The lease becomes part of a larger value.
type session struct {
	lease *Lease
	user  string
}

func open(ctx context.Context, db *sql.DB, user string) (*session, error) {
	lease, err := Take(ctx, db, 5005)
	if err != nil {
		return nil, err
	}
	return &session{lease, user}, nil
}

func (s *session) close(ctx context.Context) error { return s.lease.Release(ctx) }

// The larger value is closed on all paths.
func sessionClosed(ctx context.Context, db *sql.DB) (string, error) {
	s, err := open(ctx, db, "north")
	if err != nil {
		return "", err
	}
	defer s.close(ctx)
	return s.user, nil
}

// A Claim destroys its connection when it cannot be sure of the unlock.
type Claim struct {
	conn *sql.Conn
	once sync.Once
}

// Try returns nil without an error when somebody else has the lock.
func Try(ctx context.Context, db *sql.DB, key int64) (*Claim, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	var won bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&won); err != nil {
		conn.Close()
		return nil, err
	}
	if !won {
		return nil, conn.Close()
	}
	return &Claim{conn: conn}, nil
}

func (c *Claim) Release() {
	c.once.Do(func() {
		defer c.conn.Close()
		if _, err := c.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock_all()"); err != nil {
			c.conn.Raw(func(any) error { return driver.ErrBadConn })
		}
	})
}

// Nothing is held where the claim is nil.
func claimNil(ctx context.Context, db *sql.DB) error {
	c, err := Try(ctx, db, 5006)
	if err != nil || c == nil {
		return err
	}
	defer c.Release()
	return db.PingContext(ctx)
}

// The claim that is not nil is forgotten.
func claimForgotten(ctx context.Context, db *sql.DB) error {
	c, err := Try(ctx, db, 5007) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if c == nil {
		return nil
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	c.Release()
	return nil
}

// The constructor itself loses the lock when a later statement fails.
type Shift struct{ conn *pgxpool.Conn }

func Begin(ctx context.Context, pool *pgxpool.Pool, key int64) (*Shift, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Release()
		return nil, err
	}
	if _, err := conn.Exec(ctx, "INSERT INTO shifts (key) VALUES ($1)", key); err != nil {
		conn.Release() // want `\[unlockpair/giveback\]`
		return nil, err
	}
	return &Shift{conn}, nil
}

func (s *Shift) End(key int64) {
	s.conn.Exec(context.Background(), "SELECT pg_advisory_unlock($1)", key)
	s.conn.Release()
}

// The constructor forgets even the connection.
func Resume(ctx context.Context, pool *pgxpool.Pool, key int64) (*Shift, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		conn.Release()
		return nil, err
	}
	if _, err := conn.Exec(ctx, "UPDATE shifts SET paused = false WHERE key = $1", key); err != nil {
		return nil, err
	}
	return &Shift{conn}, nil
}

// The constructor cleans up with the handle that it was about to return.
func Join(ctx context.Context, pool *pgxpool.Pool, key int64) (*Shift, error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Release()
		return nil, err
	}
	s := &Shift{conn}
	if _, err := conn.Exec(ctx, "UPDATE shifts SET staff = staff + 1 WHERE key = $1", key); err != nil {
		s.End(key)
		return nil, err
	}
	return s, nil
}
