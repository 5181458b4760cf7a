package loops

import (
	"context"
	"database/sql"
)

func running() bool                  { return jobs > 0 }
func alive(ctx context.Context) bool { return ctx.Err() == nil }

var jobs int

// What a function says in one turn, it need not say in the next.
func whileRunning(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(8801)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	for running() {
		jobs--
	}
	if _, err := conn.ExecContext(ctx, "CALL bill_all()"); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(8801)")
	return err
}

// The same with a context, and nothing forgotten.
func whileAlive(ctx context.Context, conn *sql.Conn) error {
	for alive(ctx) {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(8802)"); err != nil {
			return err
		}
		_, err := conn.ExecContext(ctx, "CALL bill_all()")
		conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(8802)")
		if err != nil {
			return err
		}
	}
	return nil
}
