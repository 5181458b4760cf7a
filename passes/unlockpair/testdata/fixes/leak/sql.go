// Package leak forgets the unlock on a way out.
package leak

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"

	"github.com/jmoiron/sqlx"
)

const (
	lockRoom   = "SELECT pg_advisory_lock(60, $1)"
	unlockRoom = "SELECT pg_advisory_unlock(60, $1)"
)

var errBusy = errors.New("busy")

// The unlock stands before the return at the end, and not before the other one.
func explicit(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL book()"); err != nil {
		return err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return nil
}

// Of three ways out two unlock.
func explicitTwice(ctx context.Context, db *sql.DB, key int64) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock_shared($1)", key) // want `\[unlockpair/leak\]`
	if err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	rooms, err := conn.QueryContext(ctx, "SELECT name FROM rooms")
	if err != nil {
		_, _ = conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared($1)", key)
		return fmt.Errorf("rooms: %w", err)
	}
	defer rooms.Close()
	if !rooms.Next() {
		return errors.New("no rooms")
	}
	_, _ = conn.ExecContext(ctx, "SELECT pg_advisory_unlock_shared($1)", key) // whoever waits may go on
	return rooms.Err()
}

// The unlock is deferred too late, and has a comment.
func late(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		return err
	}

	if _, err := conn.ExecContext(ctx, "SET lock_timeout = 0"); err != nil {
		return err
	}

	// Whatever happens to ctx.
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)

	_, err := conn.ExecContext(ctx, "CALL book()")
	return err
}

// A try-lock, whose error and whose answer are looked at in turn.
func try(ctx context.Context, db *sql.DB, key int64) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var ok bool
	err = conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	if _, err := conn.ExecContext(ctx, "CALL book()"); err != nil {
		return err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return nil
}

// Both at once.
func tryBoth(ctx context.Context, conn *sql.Conn) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, "select pg_try_advisory_lock(61)").Scan(&ok); err != nil || !ok { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL book()"); err != nil {
		return err
	}
	conn.ExecContext(ctx, "select pg_advisory_unlock(61)")
	return nil
}

// One after the other, in one chain. The text is kept in constants.
func tryElse(ctx context.Context, conn *sqlx.Conn, room int32) error {
	var ok bool
	if err := conn.GetContext(ctx, &ok, "SELECT pg_try_advisory_lock(60, $1) AS ok", room); err != nil { // want `\[unlockpair/leak\]`
		return err
	} else if !ok {
		return errBusy
	}
	if _, err := conn.ExecContext(ctx, "CALL book()"); err != nil {
		return err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(60, $1)", room)
	return nil
}

// Two integers, by a constant.
func constant(ctx context.Context, conn *sql.Conn, room int32) error {
	if _, err := conn.ExecContext(ctx, lockRoom, room); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := conn.ExecContext(ctx, "CALL book()"); err != nil {
		return err
	}
	conn.ExecContext(ctx, unlockRoom, room)
	return nil
}

// The handle is a field, and the key is derived from another.
type Desk struct {
	conn *sql.Conn
	name string
}

func (d *Desk) key() int64 {
	h := fnv.New64a()
	h.Write([]byte(d.name))
	return int64(h.Sum64())
}

func (d *Desk) Open(ctx context.Context) error {
	if _, err := d.conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", d.key()); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if _, err := d.conn.ExecContext(ctx, "CALL book()"); err != nil {
		return err
	}
	d.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", d.key())
	return nil
}

// The key is hashed on the server.
func onServer(ctx context.Context, conn *sql.Conn, name string) error {
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock(hashtextextended('room "' || $1 || '"', 0))`, name); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if name == "" {
		return nil
	}
	conn.ExecContext(ctx, `SELECT pg_advisory_unlock(hashtextextended('room "' || $1 || '"', 0))`, name)
	return nil
}

// A handler, with the context of its request.
func handle(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		conn, err := db.Conn(r.Context())
		if err != nil {
			http.Error(w, "no connection", http.StatusInternalServerError)
			return
		}
		defer conn.Close()
		if _, err := conn.ExecContext(r.Context(), "SELECT pg_advisory_lock(62)"); err != nil { // want `\[unlockpair/leak\]`
			http.Error(w, "no lock", http.StatusInternalServerError)
			return
		}
		if r.Method != http.MethodPost {
			return
		}
		conn.ExecContext(r.Context(), "SELECT pg_advisory_unlock(62)")
	}
}

// The connection is worked with by a function that is passed.
func with(ctx context.Context, db *sql.DB, key int64, fn func(context.Context, *sql.Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() {
		_ = conn.Close()
	}()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := fn(ctx, conn); err != nil {
		return err
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return nil
}
