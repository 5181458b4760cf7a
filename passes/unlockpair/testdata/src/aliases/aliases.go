// Package aliases reaches one session by several names.
package aliases

import (
	"context"
	"database/sql"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Two variables hold one connection.
func twoNames(ctx context.Context, conn *sql.Conn) error {
	c := conn
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(35001)"); err != nil {
		return err
	}
	defer c.ExecContext(ctx, "SELECT pg_advisory_unlock(35001)")
	return nil
}

// The native connection is that of the pooled one.
func native(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	c := conn.Conn()
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(35002)"); err != nil {
		return err
	}
	defer c.Exec(context.Background(), "SELECT pg_advisory_unlock(35002)")
	_, err = c.Exec(ctx, "CALL sort_mail()")
	return err
}

// One name locks and the other unlocks.
func nativeMixed(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Conn().Exec(ctx, "SELECT pg_advisory_lock(35003)"); err != nil {
		return err
	}
	defer conn.Exec(context.Background(), "SELECT pg_advisory_unlock(35003)")
	_, err = conn.Conn().Exec(ctx, "CALL sort_mail()")
	return err
}

// A native connection of a pool goes back like any other.
func nativeGivenBack(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release() // want `\[unlockpair/giveback\]`
	c := conn.Conn()
	if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(35004)"); err != nil {
		return err
	}
	_, err = c.Exec(ctx, "CALL sort_mail()")
	return err
}

// A helper looks at the native connection.
func busy(c *pgx.Conn) bool { return c.IsClosed() }

func nativeLooked(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(35005)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if busy(conn.Conn()) {
		return nil
	}
	_, err = conn.Exec(context.Background(), "SELECT pg_advisory_unlock(35005)")
	return err
}

// The connection that was tried last is the one that is used.
func lastTried(ctx context.Context, db *sql.DB) error {
	var conn *sql.Conn
	for {
		c, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		if _, err := c.ExecContext(ctx, "SELECT pg_advisory_lock(35006)"); err != nil {
			c.Close()
			continue
		}
		conn = c
		break
	}
	defer conn.Close()
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(35006)")
	_, err := conn.ExecContext(ctx, "CALL sort_mail()")
	return err
}

// Connections in a slice are locked in one loop and unlocked in another.
func inSlice(ctx context.Context, db *sql.DB, n int) (err error) {
	var conns []*sql.Conn
	defer func() {
		for _, c := range conns {
			c.ExecContext(ctx, "SELECT pg_advisory_unlock_shared(35007)")
			c.Close()
		}
	}()
	for range n {
		c, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		if _, err := c.ExecContext(ctx, "SELECT pg_advisory_lock_shared(35007)"); err != nil {
			c.Close()
			return err
		}
		conns = append(conns, c)
	}
	return nil
}

// One element of a slice is locked and unlocked.
func element(ctx context.Context, conns []*sql.Conn) error {
	if _, err := conns[0].ExecContext(ctx, "SELECT pg_advisory_lock(35008)"); err != nil {
		return err
	}
	defer conns[0].ExecContext(ctx, "SELECT pg_advisory_unlock(35008)")
	return nil
}

// The connection travels in a context, and a helper takes it from there.
type connKey struct{}

func free(ctx context.Context) {
	if conn, ok := ctx.Value(connKey{}).(*sql.Conn); ok {
		conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(35009)")
		conn.Close()
	}
}

func inContext(ctx context.Context, db *sql.DB, fn func(context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(35009)"); err != nil {
		conn.Close()
		return err
	}
	ctx = context.WithValue(ctx, connKey{}, conn)
	defer free(ctx)
	return fn(ctx)
}

// A helper closes whatever it gets, after the unlock.
func closeQuietly(c io.Closer) { _ = c.Close() }

func closedQuietly(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer closeQuietly(conn)
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(35010)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(35010)")
	return nil
}

// The method is a value before it is deferred.
func deferredValue(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	release := conn.Release
	defer release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(35011)"); err != nil {
		return err
	}
	defer conn.Exec(context.Background(), "SELECT pg_advisory_unlock(35011)")
	return nil
}

// Two connections are locked, and one of them is forgotten on a path.
func twoConns(ctx context.Context, db *sql.DB, twice bool) error {
	a, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer a.Close()
	if _, err := a.ExecContext(ctx, "SELECT pg_advisory_lock(35012)"); err != nil {
		return err
	}
	defer a.ExecContext(ctx, "SELECT pg_advisory_unlock(35012)")
	b, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer b.Close()
	if _, err := b.ExecContext(ctx, "SELECT pg_advisory_lock(35013)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if !twice {
		return nil
	}
	_, err = b.ExecContext(ctx, "SELECT pg_advisory_unlock(35013)")
	return err
}

// The connection is handed to a value of another type, which unlocks it.
type envelope struct{ conn *sql.Conn }

func (e envelope) seal(ctx context.Context) {
	e.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(35014)")
	e.conn.Close()
}

func enveloped(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(35014)"); err != nil {
		conn.Close()
		return err
	}
	e := envelope{conn}
	defer e.seal(ctx)
	_, err = conn.ExecContext(ctx, "CALL sort_mail()")
	return err
}
