package pool

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The context of the work is also that of the deferred unlock.
func onPool(ctx context.Context, pool *pgxpool.Pool, key int64) error {
	if _, err := pool.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	defer pool.Exec(ctx, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/pool\]`
	_, err := pool.Exec(ctx, "CALL sail()")
	return err
}

// The unlock is one of a function, with a context of its own.
func onPoolDetached(ctx context.Context, pool *pgxpool.Pool, key int64) (int, error) {
	var ok bool
	if err := pool.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", key).Scan(&ok); err != nil || !ok { // want `\[unlockpair/pool\]`
		return 0, err
	}
	defer func() {
		background, cancel := context.WithCancel(context.Background())
		defer cancel()
		pool.Exec(background, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/pool\]`
	}()
	var n int
	err := pool.QueryRow(ctx, "SELECT count(*) FROM ships").Scan(&n)
	return n, err
}

// The unlock stands before the return.
func onPoolExplicit(ctx context.Context, pool *pgxpool.Pool, key int64) error {
	if _, err := pool.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	_, err := pool.Exec(ctx, "CALL sail()")
	pool.Exec(ctx, "SELECT pg_advisory_unlock($1)", key) // want `\[unlockpair/pool\]`
	return err
}
