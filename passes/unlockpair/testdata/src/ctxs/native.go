package ctxs

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// A node keeps its native connection from step to step.
type node struct{ conn *pgx.Conn }

// The step may take longer than its context, and the connection lives on with the lock.
func (n *node) step(ctx context.Context) error {
	if _, err := n.conn.Exec(ctx, lock, 10201); err != nil {
		return err
	}
	defer n.conn.Exec(ctx, unlock, 10201) // want `\[unlockpair/ctx\]`
	_, err := n.conn.Exec(ctx, "CALL calibrate()")
	return err
}

// The unlock waits for no step.
func (n *node) careful(ctx context.Context) error {
	if _, err := n.conn.Exec(ctx, lock, 10202); err != nil {
		return err
	}
	defer n.conn.Exec(context.WithoutCancel(ctx), unlock, 10202)
	_, err := n.conn.Exec(ctx, "CALL calibrate()")
	return err
}

// A beacon keeps its native connection, and closes it in the end.
type beacon struct{ conn *pgx.Conn }

func (b *beacon) open(ctx context.Context, dsn string) (err error) {
	if b.conn, err = pgx.Connect(ctx, dsn); err != nil {
		return err
	}
	if _, err := b.conn.Exec(ctx, lock, 10203); err != nil {
		b.conn.Close(ctx)
		return err
	}
	return nil
}

func (b *beacon) shut(ctx context.Context) error {
	b.conn.Exec(ctx, unlock, 10203)
	return b.conn.Close(ctx)
}
