package a

import (
	"context"
	"database/sql"
)

func Hold(ctx context.Context, conn *sql.Conn) (release func(), err error) {
	if err := Lock(ctx, conn, 101); err != nil {
		return nil, err
	}
	return func() { Unlock(ctx, conn, 101) }, nil
}
