package directives

import (
	"context"
	"database/sql"
)

// A broker is asked for a lock over the network: what it does is not in sight.
type broker interface {
	//advlock:acquires turn
	Take(ctx context.Context) error
	//advlock:releases
	Give()
	Ping(ctx context.Context) error
}

// The lock is given back.
func taken(ctx context.Context, b broker) error {
	if err := b.Take(ctx); err != nil {
		return err
	}
	defer b.Give()
	return b.Ping(ctx)
}

// One path keeps it.
func takenTooLong(ctx context.Context, b broker) error {
	if err := b.Take(ctx); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := b.Ping(ctx); err != nil {
		return err
	}
	b.Give()
	return nil
}

// Whoever calls this has it, and gives it back.
func Turn(ctx context.Context, b broker) error { return b.Take(ctx) }

// A function is declared, and its pair.
//
//advlock:acquires nightly
func enter(ctx context.Context, db *sql.DB) (bool, error) { return callProcedure(ctx, db, "enter") }

//advlock:releases
func leave(ctx context.Context, db *sql.DB) { callProcedure(ctx, db, "leave") }

func callProcedure(ctx context.Context, db *sql.DB, name string) (ok bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT "+name+"()").Scan(&ok)
	return ok, err
}

// The boolean says whether it was taken.
func entered(ctx context.Context, db *sql.DB) error {
	ok, err := enter(ctx, db)
	if err != nil || !ok {
		return err
	}
	defer leave(ctx, db)
	return db.PingContext(ctx)
}

// It is kept where the ping fails.
func enteredTooLong(ctx context.Context, db *sql.DB) error {
	ok, err := enter(ctx, db) // want `\[unlockpair/leak\]`
	if err != nil || !ok {
		return err
	}
	if err := db.PingContext(ctx); err != nil {
		return err
	}
	leave(ctx, db)
	return nil
}
