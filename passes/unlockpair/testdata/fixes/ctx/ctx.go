// Package ctx unlocks under contexts that may be done.
package ctx

import (
	"context"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const unlock = "SELECT pg_advisory_unlock($1, $2)"

func deferred(ctx context.Context, pool *pgxpool.Pool, class, id int32) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1, $2)", class, id); err != nil {
		return err
	}
	defer conn.Exec(ctx, unlock, class, id) // want `\[unlockpair/ctx\]`
	_, err = conn.Exec(ctx, "CALL print()")
	return err
}

// In a deferred function, whose other context is left alone.
func inFunc(ctx context.Context, pool *pgxpool.Pool) (err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(70)"); err != nil {
		return err
	}
	defer func() {
		var freed bool
		scanErr := conn.QueryRow(ctx, "SELECT pg_advisory_unlock(70)").Scan(&freed) // want `\[unlockpair/ctx\]`
		if scanErr != nil && err == nil {
			err = scanErr
		}
	}()
	_, err = conn.Exec(ctx, "CALL print()")
	return err
}

// A native connection that is kept.
type Press struct{ conn *pgx.Conn }

func (p *Press) Print(ctx context.Context) error {
	if _, err := p.conn.Exec(ctx, "SELECT pg_advisory_lock(71)"); err != nil {
		return err
	}
	defer p.conn.Exec(ctx, "SELECT pg_advisory_unlock(71)") // want `\[unlockpair/ctx\]`
	_, err := p.conn.Exec(ctx, "CALL print()")
	return err
}

// The context is that of a request.
func handle(pool *pgxpool.Pool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		conn, err := pool.Acquire(r.Context())
		if err != nil {
			return
		}
		defer conn.Release()
		if _, err := conn.Exec(r.Context(), "SELECT pg_advisory_lock(72)"); err != nil {
			return
		}
		defer conn.Exec(r.Context(), "SELECT pg_advisory_unlock(72)") // want `\[unlockpair/ctx\]`
		conn.Exec(r.Context(), "CALL print()")
	}
}
