// Package c is two packages away from the SQL.
package c

import (
	"context"

	"inventory/across/b"
)

func TwoAway(ctx context.Context, s *b.Service) error {
	if err := s.Begin(ctx); err != nil { // want `a.Lock, pg_advisory_lock: pinned conn; 102 is constant; deferred helper in TwoAway$`
		return err
	}
	defer s.End(ctx)
	return nil
}
