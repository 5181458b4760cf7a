// Package mismatch releases something else than it took.
package mismatch

import (
	"context"
	"database/sql"
	"fmt"
	"hash/fnv"

	"github.com/jackc/pgx/v5"
)

const (
	mailKey   = 9001
	reportKey = 9002
	alsoMail  = 0x2329
)

// Two constants.
func otherConstant(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", mailKey); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", reportKey) // want `\[unlockpair/mismatch\]`
	return nil
}

// Two literals in the text.
func otherLiteral(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(9003)"); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(9030)") // want `\[unlockpair/mismatch\]`
	return err
}

// A shared lock has an unlock of its own.
func sharedTakenExclusiveFreed(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared($1)", key); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/mismatch\]`
	return nil
}

// And an exclusive one.
func exclusiveTakenSharedFreed(ctx context.Context, conn *pgx.Conn, key int64) error {
	var ok bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil || !ok {
		return err
	}
	_, err := conn.Exec(context.Background(), "SELECT pg_advisory_unlock_shared($1)", key) // want `\[unlockpair/mismatch\]`
	return err
}

// Two integers are another key space than one.
func twoTakenOneFreed(ctx context.Context, conn *sql.Conn, class, id int32) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1, $2)", class, id); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", id) // want `\[unlockpair/mismatch\]`
	return nil
}

// And the other way round.
func oneTakenTwoFreed(ctx context.Context, conn *sql.Conn, id int32) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", id); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(0, $1)", id) // want `\[unlockpair/mismatch\]`
	return err
}

// The two integers have changed places.
func swapped(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(9, 4)"); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(4, 9)") // want `\[unlockpair/mismatch\]`
	return err
}

// The key has grown in between.
func grown(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	key++
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/mismatch\]`
	return err
}

// A transaction lock cannot be unlocked.
func transactionLock(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(9005)"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_unlock(9005)"); err != nil { // want `\[unlockpair/mismatch\]`
		return err
	}
	return tx.Commit()
}

// The same in pgx, deferred.
func transactionLockDeferred(ctx context.Context, tx pgx.Tx, key int64) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", key); err != nil {
		return err
	}
	defer tx.Exec(ctx, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/mismatch\]`
	_, err := tx.Exec(ctx, "CALL deliver()")
	return err
}

// Method and method disagree.
type mailbox struct{ conn *sql.Conn }

func (m *mailbox) open(ctx context.Context) error {
	_, err := m.conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared(9006)")
	return err
}

func (m *mailbox) close(ctx context.Context) error {
	_, err := m.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(9006)") // want `\[unlockpair/mismatch\]`
	return err
}

// A constant and another name of its value.
func sameValue(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", mailKey); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", alsoMail)
	return nil
}

// A literal in the text and an argument of the same value.
func literalAndArgument(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(9001)"); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", mailKey)
	return err
}

// A formatted key and an argument of the same variable.
func formatted(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, fmt.Sprintf("SELECT pg_advisory_lock(%d)", key)); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return err
}

// A helper that is called twice gives the same key twice.
func calledTwice(ctx context.Context, conn *sql.Conn, name string) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", keyOf(name)); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", keyOf(name))
	return nil
}

func keyOf(name string) int64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return int64(h.Sum64())
}

// A conversion changes nothing.
func converted(ctx context.Context, conn *sql.Conn, id int32) error {
	key := int64(id)
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1::bigint)", id)
	return err
}

// The server hashes the same name twice.
func hashedInSQL(ctx context.Context, conn *sql.Conn, name string) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext($1))", name); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(hashtext($1))", name)
	return nil
}

// Placeholders may stand in any order.
func placeholders(ctx context.Context, conn *sql.Conn, class, id int32) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1, $2)", class, id); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($2, $1)", id, class)
	return err
}

// The shared forms belong together, try or not.
func sharedTry(ctx context.Context, conn *sql.Conn, class, id int32) error {
	var ok bool
	err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock_shared($1, $2)", class, id).Scan(&ok)
	if err != nil || !ok {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared($1, $2)", class, id)
	return nil
}

// Nothing is known about a key that was read from somewhere.
func unknownKey(ctx context.Context, conn *sql.Conn, keys map[string]int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", keys["mail"]); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", keys["mail"])
	return nil
}

// The key was copied before it grew.
func copied(ctx context.Context, conn *sql.Conn, key int64) error {
	held := key
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
		return err
	}
	key++
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", held)
	return err
}
