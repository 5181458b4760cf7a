package a

import (
	"context"
	"database/sql"
)

type Mutex struct{ Conn *sql.Conn }

func (m *Mutex) Lock(ctx context.Context) error   { return Lock(ctx, m.Conn, 102) }
func (m *Mutex) Unlock(ctx context.Context) error { return Unlock(ctx, m.Conn, 102) }
