// Package trylock looks at the boolean of a try-lock in many ways.
package trylock

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

const (
	try  = "SELECT pg_try_advisory_lock($1)"
	free = "SELECT pg_advisory_unlock($1)"
)

var errBusy = errors.New("busy")

// Nothing is held where the boolean is false.
func ifNot(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer conn.ExecContext(ctx, free, key)
	return nil
}

// Error and boolean are tested together.
func both(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	err := conn.QueryRowContext(ctx, try, key).Scan(&ok)
	if err != nil || !ok {
		return err
	}
	defer conn.ExecContext(ctx, free, key)
	_, err = conn.ExecContext(ctx, "UPDATE queues SET polled = now()")
	return err
}

// The work is done in the arm where the lock is held.
func ifOk(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil {
		return err
	}
	if ok {
		_, err := conn.ExecContext(ctx, "UPDATE queues SET polled = now()")
		conn.ExecContext(ctx, free, key)
		return err
	}
	return nil
}

// The arm where the lock is held has two ways out.
func ifOkLeak(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if ok {
		if _, err := conn.ExecContext(ctx, "UPDATE queues SET polled = now()"); err != nil {
			return err
		}
		conn.ExecContext(ctx, free, key)
	}
	return nil
}

// The condition is the wrong way round.
func inverted(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if ok {
		return errBusy
	}
	defer conn.ExecContext(ctx, free, key)
	return nil
}

// A switch over both.
func switchBoth(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	switch err := conn.QueryRowContext(ctx, try, key).Scan(&ok); {
	case err != nil:
		return err
	case !ok:
		return errBusy
	default:
		defer conn.ExecContext(ctx, free, key)
	}
	return nil
}

// A switch on the boolean.
func switchBool(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil {
		return err
	}
	switch ok {
	case true:
		_, err := conn.ExecContext(ctx, free, key)
		return err
	}
	return errBusy
}

// The boolean is compared with a constant.
func compared(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil {
		return err
	}
	if ok == false {
		return errBusy
	}
	_, err := conn.ExecContext(ctx, free, key)
	return err
}

// The boolean lives in a field.
func inStruct(ctx context.Context, conn *sql.Conn, key int64) error {
	var state struct {
		held  bool
		since time.Time
	}
	if err := conn.QueryRowContext(ctx, try, key).Scan(&state.held); err != nil {
		return err
	}
	if !state.held {
		return errBusy
	}
	state.since = time.Now()
	defer conn.ExecContext(ctx, free, key)
	return nil
}

// The boolean is copied before it is tested.
func copied(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil {
		return err
	}
	busy := !ok
	if busy {
		return errBusy
	}
	defer conn.ExecContext(ctx, free, key)
	return nil
}

// The deferred unlock asks the boolean itself.
func deferAsks(ctx context.Context, conn *sql.Conn, key int64) error {
	var ok bool
	defer func() {
		if ok {
			conn.ExecContext(ctx, free, key)
		}
	}()
	if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	_, err := conn.ExecContext(ctx, "UPDATE queues SET polled = now()")
	return err
}

// The boolean and another condition: the lock is held where only the other one fails.
func andOther(ctx context.Context, conn *sql.Conn, key int64, enabled bool) error {
	var ok bool
	if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if ok && enabled {
		_, err := conn.ExecContext(ctx, free, key)
		return err
	}
	return nil
}

// The other condition is asked before the lock is tried.
func otherFirst(ctx context.Context, conn *sql.Conn, key int64, enabled bool) error {
	var ok bool
	if enabled {
		if err := conn.QueryRowContext(ctx, try, key).Scan(&ok); err != nil {
			return err
		}
	}
	if !ok {
		return nil
	}
	_, err := conn.ExecContext(ctx, free, key)
	return err
}
