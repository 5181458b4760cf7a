package sessions

import (
	"context"
	"database/sql"
)

type Client struct{ conn *sql.Conn }

func (c *Client) run(ctx context.Context, query string, args ...any) error {
	_, err := c.conn.ExecContext(ctx, query, args...)
	return err
}

// The text is an argument of a function of this package: what it runs on is known there.
func (c *Client) TextWrapper(ctx context.Context, id int64) error {
	if err := c.run(ctx, "SELECT pg_advisory_lock($1)", id); err != nil { // want `pg_advisory_lock: pinned c.conn; id is parameter; unlock in Client.TextWrapper$`
		return err
	}
	return c.run(ctx, "SELECT pg_advisory_unlock($1)", id) // want `pg_advisory_unlock: pinned c.conn; id is parameter$`
}
