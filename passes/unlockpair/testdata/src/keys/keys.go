// Package keys takes locks whose keys are written in many ways.
package keys

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Keys are counted.
type key int64

const (
	users key = iota + 37001
	orders
	parcels
)

func counted(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", users); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", users)
	return nil
}

// The next one is released.
func countedOther(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", orders); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", parcels) // want `\[unlockpair/mismatch\]`
	return nil
}

// A sum is a key.
const base = 37100

func sum(ctx context.Context, conn *sql.Conn, id int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", base+id); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", base+id)
	return nil
}

// The sum of the server is a sum, too.
func sumInSQL(ctx context.Context, conn *sql.Conn, id int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(37100 + $1)", id); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", base+id)
	return nil
}

// Keys are fields of one value.
type ident struct {
	class, id int32
}

func fields(ctx context.Context, conn *sql.Conn, k ident) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1, $2)", k.class, k.id); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1, $2)", k.class, k.id)
	return nil
}

// A method gives the pair.
func (k ident) args() []any { return []any{k.class, k.id} }

func spread(ctx context.Context, conn *sql.Conn, k ident) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1, $2)", k.args()...); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1, $2)", k.args()...)
	return nil
}

// A slice of keys is locked by a helper of many arguments.
func lockAll(ctx context.Context, conn *sql.Conn, keys ...int64) error {
	for i, k := range keys {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", k); err != nil {
			unlockAll(ctx, conn, keys[:i]...)
			return err
		}
	}
	return nil
}

func unlockAll(ctx context.Context, conn *sql.Conn, keys ...int64) {
	for _, k := range keys {
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", k)
	}
}

func many(ctx context.Context, conn *sql.Conn) error {
	if err := lockAll(ctx, conn, 37201, 37202, 37203); err != nil {
		return err
	}
	defer unlockAll(ctx, conn, 37201, 37202, 37203)
	_, err := conn.ExecContext(ctx, "CALL weigh()")
	return err
}

// Each deferred closure has the key of its round.
func roundKeys(ctx context.Context, conn *sql.Conn, keys []int64) error {
	for _, k := range keys {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", k); err != nil {
			return err
		}
		defer func(k int64) {
			conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", k)
		}(k)
	}
	return nil
}

// The mode is an argument of both helpers.
func lockMode(ctx context.Context, conn *sql.Conn, shared bool) error {
	query := "SELECT pg_advisory_lock(37301)"
	if shared {
		query = "SELECT pg_advisory_lock_shared(37301)"
	}
	_, err := conn.ExecContext(ctx, query)
	return err
}

func unlockMode(ctx context.Context, conn *sql.Conn, shared bool) error {
	if shared {
		_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared(37301)")
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(37301)")
	return err
}

func sharedMode(ctx context.Context, conn *sql.Conn) error {
	if err := lockMode(ctx, conn, true); err != nil {
		return err
	}
	defer unlockMode(ctx, conn, true)
	_, err := conn.ExecContext(ctx, "CALL weigh()")
	return err
}

// The suffix of the function is chosen once.
func suffixed(ctx context.Context, conn *sql.Conn, shared bool) error {
	suffix := ""
	if shared {
		suffix = "_shared"
	}
	if _, err := conn.ExecContext(ctx, fmt.Sprintf("SELECT pg_advisory_lock%s($1)", suffix), 37302); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, fmt.Sprintf("SELECT pg_advisory_unlock%s($1)", suffix), 37302)
	return nil
}

// A builder writes the statements.
func built(ctx context.Context, conn *sql.Conn, k int64) error {
	var b strings.Builder
	b.WriteString("SELECT pg_advisory_lock(")
	fmt.Fprint(&b, k)
	b.WriteByte(')')
	if _, err := conn.ExecContext(ctx, b.String()); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, strings.Replace(b.String(), "_lock", "_unlock", 1))
	return nil
}

// The key is read under the lock of another one, and each is released.
func nested(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(37401)"); err != nil {
		return err
	}
	var k int64
	err := conn.QueryRowContext(ctx, "SELECT min(id) FROM scales").Scan(&k)
	if err == nil {
		_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", k)
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(37401)")
	if err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", k)
	_, err = conn.ExecContext(ctx, "CALL weigh()")
	return err
}

// Lock and unlock disagree on the class.
func otherClass(ctx context.Context, conn *sql.Conn, id int32) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(37, $1)", id); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(38, $1)", id) // want `\[unlockpair/mismatch\]`
	return nil
}

// A reader who wants to write gives up the shared lock first.
func exchange(ctx context.Context, conn *sql.Conn, k int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared($1)", k); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "CALL look()")
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared($1)", k)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", k); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", k)
	_, err = conn.ExecContext(ctx, "CALL weigh()")
	return err
}
