package handles

import (
	"context"
	"database/sql"
	"sync"
)

// A sharedDesk keeps leases by their name, in a map that goroutines share.
type sharedDesk struct {
	db     *sql.DB
	leases sync.Map // of *Lease
	idle   sync.Pool
}

func (r *sharedDesk) open(ctx context.Context, name string, key int64) error {
	lease, err := Take(ctx, r.db, key)
	if err != nil {
		return err
	}
	r.leases.Store(name, lease)
	return nil
}

// Whoever came first keeps the place, and the other gives its lease back.
func (r *sharedDesk) openOnce(ctx context.Context, name string, key int64) error {
	lease, err := Take(ctx, r.db, key)
	if err != nil {
		return err
	}
	if _, taken := r.leases.LoadOrStore(name, lease); taken {
		return lease.Release(ctx)
	}
	return nil
}

func (r *sharedDesk) shut(ctx context.Context, name string) error {
	if lease, ok := r.leases.LoadAndDelete(name); ok {
		return lease.(*Lease).Release(ctx)
	}
	return nil
}

// The connection itself is kept there, with its lock.
func (r *sharedDesk) park(ctx context.Context, key int64) error {
	conn, err := r.db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		conn.Close()
		return err
	}
	r.idle.Put(conn)
	return nil
}

// A mutex keeps nothing.
func (r *sharedDesk) guarded(ctx context.Context, mu *sync.Mutex, key int64) error {
	lease, err := Take(ctx, r.db, key) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	if err := r.db.PingContext(ctx); err != nil {
		return err
	}
	return lease.Release(ctx)
}
