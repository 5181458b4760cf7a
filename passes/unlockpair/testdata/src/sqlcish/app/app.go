// Package app uses what sqlc generated.
package app

import (
	"context"
	"database/sql"

	"sqlcish/store"
)

// The queries run on one connection.
func onConn(ctx context.Context, db *sql.DB, id int64) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	q := store.New(conn)
	if err := q.LockRoute(ctx, id); err != nil {
		return err
	}
	defer q.UnlockRoute(ctx, id)
	return q.PlanRoute(ctx, id)
}

// The connection goes back locked when the plan fails.
func onConnLeak(ctx context.Context, db *sql.DB, id int64) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	q := store.New(conn)
	if err := q.LockRoute(ctx, id); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := q.PlanRoute(ctx, id); err != nil {
		return err
	}
	_, err = q.UnlockRoute(ctx, id)
	return err
}

// Nothing unlocks.
func onConnGivenBack(ctx context.Context, db *sql.DB, id int64) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // want `\[unlockpair/giveback\]`
	q := store.New(conn)
	if err := q.LockRoute(ctx, id); err != nil {
		return err
	}
	return q.PlanRoute(ctx, id)
}

// The queries run on a pool.
func onPool(ctx context.Context, db *sql.DB, id int64) error {
	q := store.New(db)
	if err := q.LockRoute(ctx, id); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	defer q.UnlockRoute(ctx, id) // want `\[unlockpair/pool\]`
	return q.PlanRoute(ctx, id)
}

// A try-lock of the queries.
func tried(ctx context.Context, conn *sql.Conn, id int64) error {
	q := store.New(conn)
	ok, err := q.TryLockRoute(ctx, id)
	if err != nil || !ok {
		return err
	}
	defer q.UnlockRoute(ctx, id)
	return q.PlanRoute(ctx, id)
}

// A try-lock that is held where the boolean is true.
func triedLeak(ctx context.Context, conn *sql.Conn, id int64) error {
	q := store.New(conn)
	ok, err := q.TryLockRoute(ctx, id) // want `\[unlockpair/leak\]`
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	if err := q.PlanRoute(ctx, id); err != nil {
		return err
	}
	_, err = q.UnlockRoute(ctx, id)
	return err
}

// The queries run in a transaction, and its end releases the lock.
func inTx(ctx context.Context, db *sql.DB, q *store.Queries, id int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	qtx := q.WithTx(tx)
	if err := qtx.LockRouteTx(ctx, id); err != nil {
		return err
	}
	if err := qtx.PlanRoute(ctx, id); err != nil {
		return err
	}
	return tx.Commit()
}

// Queries that come from elsewhere may run on anything.
func Given(ctx context.Context, q *store.Queries, id int64) error {
	if err := q.LockRoute(ctx, id); err != nil {
		return err
	}
	defer q.UnlockRoute(ctx, id)
	return q.PlanRoute(ctx, id)
}

// A lock is taken on one connection and released on the other queries, those of the pool.
type planner struct{ q *store.Queries }

func newPlanner(db *sql.DB) *planner { return &planner{q: store.New(db)} }

func (p *planner) plan(ctx context.Context, conn *sql.Conn, id int64) error {
	if err := store.New(conn).LockRoute(ctx, id); err != nil {
		return err
	}
	defer p.q.UnlockRoute(ctx, id) // want `\[unlockpair/pool\]`
	return p.q.PlanRoute(ctx, id)
}

// The other key is not the one that was locked.
func otherRoute(ctx context.Context, conn *sql.Conn) error {
	q := store.New(conn)
	if err := q.LockRoute(ctx, 19001); err != nil {
		return err
	}
	_, err := q.UnlockRoute(ctx, 19010) // want `\[unlockpair/mismatch\]`
	return err
}
