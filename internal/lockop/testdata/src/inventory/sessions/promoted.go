// Package sessions shows on what an operation runs.
package sessions

import (
	"context"
	"database/sql"
)

type Store struct {
	*sql.DB
	conn *sql.Conn
}

// The method is promoted from the pool, whatever else the store holds.
func (s *Store) Promoted(ctx context.Context) error {
	_, err := s.ExecContext(ctx, "SELECT pg_advisory_xact_lock(71)") // want `pg_advisory_xact_lock: pool s; 71 is constant; end of the transaction$`
	return err
}
