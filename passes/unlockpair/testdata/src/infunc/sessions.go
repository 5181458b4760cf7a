package infunc

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

// The connection is checked out here and goes back unlocked.
func ownConn(ctx context.Context, db *sql.DB) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1101)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1101)")
	return nil
}

// The deferred Close gives back a connection that is still locked on one path.
func ownConnEarlyReturn(ctx context.Context, db *sql.DB, empty bool) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1102)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if empty {
		return nil
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1102)")
	return err
}

// The path that forgets the unlock closes the connection itself.
func ownConnClosedEarly(ctx context.Context, db *sql.DB, empty bool) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1103)"); err != nil {
		conn.Close()
		return err
	}
	if empty {
		conn.Close() // want `\[unlockpair/giveback\]`
		return nil
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1103)")
	return conn.Close()
}

// The same on a connection of pgxpool.
func pooledConn(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(1104)"); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(1104)")
	_, err = conn.Exec(ctx, "UPDATE parcels SET weighed = true")
	return err
}

// The error of the work leaves a connection of pgxpool locked.
func pooledConnEarlyReturn(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(1105)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.Exec(ctx, "UPDATE parcels SET weighed = true"); err != nil {
		return err
	}
	_, err = conn.Exec(context.Background(), "SELECT pg_advisory_unlock(1105)")
	return err
}

// A native connection is closed by its owner, and the lock ends with it.
func nativeConn(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(1106)"); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "UPDATE parcels SET weighed = true"); err != nil {
		return err
	}
	_, err = conn.Exec(context.Background(), "SELECT pg_advisory_unlock(1106)")
	return err
}

// A native connection that the caller keeps stays locked.
func nativeParameter(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(1107)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.Exec(ctx, "UPDATE parcels SET weighed = true"); err != nil {
		return err
	}
	_, err := conn.Exec(context.Background(), "SELECT pg_advisory_unlock(1107)")
	return err
}

// sqlx reads the boolean into its destination.
func sqlxConn(ctx context.Context, db *sqlx.DB) error {
	conn, err := db.Connx(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var ok bool
	if err := conn.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock(1108)"); err != nil || !ok {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1108)")
	return nil
}

// The connection of sqlx goes back with the lock when the count cannot be read.
func sqlxConnLeak(ctx context.Context, db *sqlx.DB) (int, error) {
	conn, err := db.Connx(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1109)"); err != nil { // want `\[unlockpair/leak\]`
		return 0, err
	}
	var n int
	if err := conn.GetContext(ctx, &n, "SELECT count(*) FROM sensors"); err != nil {
		return 0, err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1109)")
	return n, err
}

// A transaction runs under the lock, on the same connection.
func aroundTransaction(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1110)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(1110)")
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET open = false"); err != nil {
		return err
	}
	return tx.Commit()
}
