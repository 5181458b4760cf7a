package b

import (
	"context"
	"database/sql"

	"inventory/across/a"
)

// A Service hands the lock on to its own callers.
type Service struct{ mutex a.Mutex }

func New(conn *sql.Conn) *Service { return &Service{a.Mutex{Conn: conn}} }

func (s *Service) Begin(ctx context.Context) error { return s.mutex.Lock(ctx) } // want `a.Lock, pg_advisory_lock: pinned conn; 102 is constant; method in Service.End$`
func (s *Service) End(ctx context.Context) error   { return s.mutex.Unlock(ctx) }
