package ends

import (
	"context"
	"database/sql"
)

// The program has this pool for itself, and closes it.
func PrivateDB(ctx context.Context) error {
	db, err := sql.Open("pgx", "")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	_, err = db.ExecContext(ctx, "SELECT pg_advisory_lock(54)") // want `pg_advisory_lock: pool db; 54 is constant; end of the session in PrivateDB$`
	return err
}
