// Package pools runs locks through pool handles.
package pools

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	_ "github.com/lib/pq"
)

// Lock and unlock can run on two connections.
func onDB(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(8001)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(8001)") // want `\[unlockpair/pool\]`
	_, err := db.ExecContext(ctx, "CALL forecast()")
	return err
}

// The early return is the smaller of two faults.
func onDBEarlyReturn(ctx context.Context, db *sql.DB) error {
	var ok bool
	if err := db.QueryRowContext(ctx, "SELECT pg_try_advisory_lock(8002)").Scan(&ok); err != nil || !ok { // want `\[unlockpair/pool\]`
		return err
	}
	if _, err := db.ExecContext(ctx, "CALL forecast()"); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_unlock(8002)") // want `\[unlockpair/pool\]`
	return err
}

// A method pair on a field of pgxpool.
type Station struct{ pool *pgxpool.Pool }

func (s *Station) Lock(ctx context.Context, id int64) error {
	_, err := s.pool.Exec(ctx, "SELECT pg_advisory_lock($1)", id) // want `\[unlockpair/pool\]`
	return err
}

func (s *Station) Unlock(ctx context.Context, id int64) error {
	_, err := s.pool.Exec(ctx, "SELECT pg_advisory_unlock($1)", id) // want `\[unlockpair/pool\]`
	return err
}

// Whoever uses the pair is not told again.
func (s *Station) Run(ctx context.Context, id int64) error {
	if err := s.Lock(ctx, id); err != nil {
		return err
	}
	return s.Unlock(context.WithoutCancel(ctx), id)
}

// A lock that nobody unlocks, on a pool.
func neverUnlocked(ctx context.Context, db *sqlx.DB) (ok bool, err error) {
	err = db.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock(8003)") // want `\[unlockpair/pool\]`
	return ok, err
}

// The lock is on a connection, the unlock is not.
func unlockElsewhere(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(8004)"); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "SELECT pg_advisory_unlock(8004)") // want `\[unlockpair/pool\]`
	return err
}

// The lock is on the pool, the unlock is on a connection.
func lockElsewhere(ctx context.Context, db *sqlx.DB) error {
	conn, err := db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(8005)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(8005)")
	return err
}

// A struct that embeds the pool promotes its methods.
type store struct {
	*sqlx.DB
	name string
}

func (s *store) guarded(ctx context.Context) error {
	if _, err := s.ExecContext(ctx, "SELECT pg_advisory_lock(8006)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	_, err := s.ExecContext(ctx, "SELECT pg_advisory_unlock(8006)") // want `\[unlockpair/pool\]`
	return err
}

// A statement that was prepared on a pool runs on any connection.
func prepared(ctx context.Context, db *sql.DB) error {
	stmt, err := db.PrepareContext(ctx, "SELECT pg_advisory_lock($1)")
	if err != nil {
		return err
	}
	defer stmt.Close()
	_, err = stmt.ExecContext(ctx, 8007) // want `\[unlockpair/pool\]`
	return err
}

// Whoever releases all locks of some connection releases those of others.
func unlockAll(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, "SELECT pg_advisory_unlock_all()") // want `\[unlockpair/pool\]`
	return err
}

// The handle of a helper is chosen by its caller.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func lock(ctx context.Context, e execer, key int64) error {
	_, err := e.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key)
	return err
}

func unlock(ctx context.Context, e execer, key int64) error {
	_, err := e.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return err
}

func helperOnPool(ctx context.Context, db *sql.DB) error {
	if err := lock(ctx, db, 8008); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	return unlock(ctx, db, 8008) // want `\[unlockpair/pool\]`
}

func helperOnConn(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := lock(ctx, conn, 8009); err != nil {
		return err
	}
	return unlock(ctx, conn, 8009)
}
