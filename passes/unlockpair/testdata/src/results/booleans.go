// Package results says in many ways whether a lock was won.
package results

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jmoiron/sqlx"
)

const unlock = "SELECT pg_advisory_unlock($1)"

// The boolean may be NULL, as far as the type says.
func nullBool(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok sql.NullBool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil {
		return err
	}
	if !ok.Bool {
		return nil
	}
	defer conn.ExecContext(ctx, unlock, key)
	_, err := conn.ExecContext(ctx, "CALL prune_trees()")
	return err
}

// The boolean becomes a number.
func number(ctx context.Context, conn *sql.Conn, key int64) error {
	var n int
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)::int", key).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return nil
	}
	defer conn.ExecContext(ctx, unlock, key)
	_, err := conn.ExecContext(ctx, "CALL prune_trees()")
	return err
}

// The boolean is behind a pointer.
func pointer(ctx context.Context, conn *sql.Conn, key int64) error {
	ok := new(bool)
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(ok); err != nil {
		return err
	}
	if !*ok {
		return nil
	}
	defer conn.ExecContext(ctx, unlock, key)
	_, err := conn.ExecContext(ctx, "CALL prune_trees()")
	return err
}

// The boolean is a column of a struct.
func column(ctx context.Context, conn *sqlx.Conn, key int64) error {
	var row struct {
		Won bool `db:"won"`
	}
	if err := conn.GetContext(ctx, &row, "SELECT pg_try_advisory_lock($1) AS won", key); err != nil {
		return err
	}
	if !row.Won {
		return nil
	}
	defer conn.ExecContext(ctx, unlock, key)
	_, err := conn.ExecContext(ctx, "CALL prune_trees()")
	return err
}

// The row is read in a loop that runs once.
func rows(ctx context.Context, conn *sql.Conn, key int64) error {
	rows, err := conn.QueryContext(ctx, "SELECT pg_try_advisory_lock($1)", key)
	if err != nil {
		return err
	}
	won := false
	for rows.Next() {
		rows.Scan(&won)
	}
	rows.Close()
	if !won {
		return rows.Err()
	}
	_, err = conn.ExecContext(ctx, unlock, key)
	return err
}

// An else arm has the lock.
func elseIf(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil {
		return err
	} else if ok {
		defer conn.ExecContext(ctx, unlock, key)
		_, err := conn.ExecContext(ctx, "CALL prune_trees()")
		return err
	}
	return errors.New("somebody else prunes")
}

// The boolean is a named result that a bare return gives back.
func bare(ctx context.Context, conn *sql.Conn, key int64) (won bool, err error) {
	err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&won)
	if err != nil {
		return
	}
	if !won {
		return
	}
	_, err = conn.ExecContext(ctx, "UPDATE trees SET pruned = now()")
	if err != nil {
		won = false
		conn.ExecContext(ctx, unlock, key)
	}
	return
}

// Whoever calls it looks at both results.
func bareCaller(ctx context.Context, conn *sql.Conn) error {
	won, err := bare(ctx, conn, 33001)
	if err != nil {
		return err
	}
	if won {
		defer conn.ExecContext(ctx, unlock, 33001)
		_, err = conn.ExecContext(ctx, "CALL prune_trees()")
	}
	return err
}

// Two booleans are asked, of two locks.
func twoTries(ctx context.Context, conn *sql.Conn, a, b int64) error {
	var first, second bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", a).Scan(&first); err != nil || !first {
		return err
	}
	defer conn.ExecContext(ctx, unlock, a)
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", b).Scan(&second); err != nil || !second {
		return err
	}
	defer conn.ExecContext(ctx, unlock, b)
	return nil
}

// The second try fails and the first lock stays.
func twoTriesLeak(ctx context.Context, conn *sql.Conn, a, b int64) error {
	var first, second bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", a).Scan(&first); err != nil || !first { // want `\[unlockpair/leak\]`
		return err
	}
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", b).Scan(&second); err != nil || !second {
		return err
	}
	conn.ExecContext(ctx, unlock, b)
	_, err := conn.ExecContext(ctx, unlock, a)
	return err
}

// The boolean of the first lock is asked once more at the end.
func askedTwice(ctx context.Context, conn *sql.Conn, key int64) (err error) {
	var ok bool
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil {
		return err
	}
	if ok {
		_, err = conn.ExecContext(ctx, "CALL prune_trees()")
	}
	if ok {
		conn.ExecContext(ctx, unlock, key)
	}
	return err
}
