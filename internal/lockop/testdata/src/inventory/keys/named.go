package keys

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jmoiron/sqlx"
)

func NamedArguments(ctx context.Context, tx pgx.Tx, db *sqlx.Tx, id int64) {
	tx.Exec(ctx, "SELECT pg_advisory_xact_lock(@key)", pgx.NamedArgs{"key": id})  // want `pg_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
	db.NamedExec("SELECT pg_advisory_xact_lock(:key)", map[string]any{"key": id}) // want `pg_advisory_xact_lock: transaction db; id is parameter; end of the transaction$`
	args := pgx.NamedArgs{"key": id}
	tx.Exec(ctx, "SELECT pg_advisory_xact_lock(@key)", args) // want `pg_advisory_xact_lock: transaction tx; id is parameter; end of the transaction$`
}
