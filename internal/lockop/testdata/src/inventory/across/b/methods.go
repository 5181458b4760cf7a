package b

import (
	"context"

	"inventory/across/a"
)

func Methods(ctx context.Context, m *a.Mutex) error {
	if err := m.Lock(ctx); err != nil { // want `a.Lock, pg_advisory_lock: pinned conn; 102 is constant; helper in Methods$`
		return err
	}
	return m.Unlock(ctx)
}
