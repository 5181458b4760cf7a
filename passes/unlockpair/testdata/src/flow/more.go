package flow

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A panic is recovered, the lock released, and the panic goes on.
func repanics(ctx context.Context, conn *sql.Conn, fn func()) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28101)"); err != nil {
		panic(err)
	}
	defer func() {
		r := recover()
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28101)")
		if r != nil {
			panic(r)
		}
	}()
	fn()
}

// A nested function leaves early, the outer one does not.
func nested(ctx context.Context, conn *sql.Conn, n int) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28102)"); err != nil {
		return err
	}
	err := func() error {
		if n == 0 {
			return errors.New("nothing to do")
		}
		_, err := conn.ExecContext(ctx, "CALL brew($1)", n)
		return err
	}()
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28102)")
	return err
}

// Statements are prepared on one connection.
func prepared(ctx context.Context, conn *sql.Conn, key int64) error {
	lock, err := conn.PrepareContext(ctx, "SELECT pg_advisory_lock($1)")
	if err != nil {
		return err
	}
	defer lock.Close()
	unlock, err := conn.PrepareContext(ctx, "SELECT pg_advisory_unlock($1)")
	if err != nil {
		return err
	}
	defer unlock.Close()
	if _, err := lock.ExecContext(ctx, key); err != nil {
		return err
	}
	defer unlock.ExecContext(ctx, key)
	_, err = conn.ExecContext(ctx, "CALL brew()")
	return err
}

// The unlock is prepared too late.
func preparedLate(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	unlock, err := conn.PrepareContext(ctx, "SELECT pg_advisory_unlock($1)")
	if err != nil {
		return err
	}
	defer unlock.Close()
	_, err = unlock.ExecContext(ctx, key)
	return err
}

// Rows are read to their end.
func rows(ctx context.Context, conn *sql.Conn) error {
	rows, err := conn.QueryContext(ctx, "SELECT pg_advisory_lock(28103)")
	if err != nil {
		return err
	}
	rows.Close()
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28103)")
	_, err = conn.ExecContext(ctx, "CALL brew()")
	return err
}

// The unlock is a method value.
type keg struct{ conn *sql.Conn }

func (k keg) open(ctx context.Context) error {
	_, err := k.conn.ExecContext(ctx, "SELECT pg_advisory_lock(28104)")
	return err
}

func (k keg) close() { k.conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(28104)") }

func methodValue(ctx context.Context, k keg) error {
	if err := k.open(ctx); err != nil {
		return err
	}
	done := k.close
	defer done()
	_, err := k.conn.ExecContext(ctx, "CALL brew()")
	return err
}

// The method value is returned.
func returnedMethod(ctx context.Context, k keg) (func(), error) {
	if err := k.open(ctx); err != nil {
		return nil, err
	}
	return k.close, nil
}

// The caller of the returned method value forgets it.
func methodForgotten(ctx context.Context, k keg) error {
	done, err := returnedMethod(ctx, k) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if _, err := k.conn.ExecContext(ctx, "CALL brew()"); err != nil {
		return err
	}
	done()
	return nil
}

// The connection may be given or made, and what is made is closed.
func givenOrMade(ctx context.Context, db *sql.DB, conn *sql.Conn) error {
	if conn == nil {
		own, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		defer own.Close()
		conn = own
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28105)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28105)")
	_, err := conn.ExecContext(ctx, "CALL brew()")
	return err
}

// A flag of the struct says whether the lock is held.
type vat struct {
	conn   *pgxpool.Conn
	locked bool
}

func (v *vat) fill(ctx context.Context) (err error) {
	if v.locked {
		return nil
	}
	if err := v.conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(28106)").Scan(&v.locked); err != nil {
		return err
	}
	if !v.locked {
		return errors.New("vat is in use")
	}
	defer func() {
		if err != nil {
			v.drain()
		}
	}()
	_, err = v.conn.Exec(ctx, "CALL brew()")
	return err
}

func (v *vat) drain() {
	if !v.locked {
		return
	}
	v.conn.Exec(context.Background(), "SELECT pg_advisory_unlock(28106)")
	v.locked = false
}

// A range over a function holds the lock from first to last.
func Batches(ctx context.Context, conn *sql.Conn) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28107)"); err != nil {
			return
		}
		defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28107)")
		for i := range 10 {
			if !yield(i) {
				return
			}
		}
	}
}

// The same iterator forgets the lock when its user stops.
func LooseBatches(ctx context.Context, conn *sql.Conn) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28108)"); err != nil { // want `\[unlockpair/leak\]`
			return
		}
		for i := range 10 {
			if !yield(i) {
				return
			}
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28108)")
	}
}

// The body of a range over a function runs under the lock of this function.
func overBatches(ctx context.Context, conn *sql.Conn, batches func(func(int) bool)) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(28109)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(28109)")
	for i := range batches {
		if _, err := conn.ExecContext(ctx, "CALL brew($1)", i); err != nil {
			return err
		}
	}
	return nil
}
