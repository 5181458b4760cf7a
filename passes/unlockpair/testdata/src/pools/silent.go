package pools

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
)

// A pool of one connection is one session.
func limited(ctx context.Context, dsn string) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock(8101)"); err != nil {
		return err
	}
	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock(8101)")
	_, err = db.ExecContext(ctx, "CALL forecast()")
	return err
}

// The limit of a pool of pgx stands in its settings.
func limitedConfig(ctx context.Context, dsn string) error {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return err
	}
	config.MaxConns = 1
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, "SELECT pg_advisory_lock(8102)"); err != nil {
		return err
	}
	_, err = pool.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(8102)")
	return err
}

// A constant names the limit.
const oneConnection = 1

type ledger struct{ db *sqlx.DB }

func newLedger(dsn string) (*ledger, error) {
	db, err := sqlx.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(oneConnection)
	return &ledger{db}, nil
}

func (l *ledger) lock(ctx context.Context) error {
	_, err := l.db.ExecContext(ctx, "SELECT pg_advisory_lock(8103)")
	return err
}

func (l *ledger) unlock(ctx context.Context) error {
	_, err := l.db.ExecContext(ctx, "SELECT pg_advisory_unlock(8103)")
	return err
}

// A transaction lock through a pool ends with its statement, which is for another analyzer to say.
func transactionLock(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "SELECT pg_advisory_xact_lock(8104)")
	return err
}

// One statement locks and unlocks.
func oneStatement(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(8105); CALL forecast(); SELECT pg_advisory_unlock(8105)")
	return err
}

// An interface may be a pool, a connection or a transaction.
func Unknown(ctx context.Context, e execer) error {
	if _, err := e.ExecContext(ctx, "SELECT pg_advisory_lock(8106)"); err != nil {
		return err
	}
	_, err := e.ExecContext(ctx, "SELECT pg_advisory_unlock(8106)")
	return err
}

// A field that is called pool is a connection.
type sampler struct{ pool *sql.Conn }

func (s *sampler) sample(ctx context.Context) error {
	if _, err := s.pool.ExecContext(ctx, "SELECT pg_advisory_lock(8107)"); err != nil {
		return err
	}
	defer s.pool.ExecContext(ctx, "SELECT pg_advisory_unlock(8107)")
	_, err := s.pool.ExecContext(ctx, "CALL forecast()")
	return err
}

// A pool is asked for its connection by the callback's owner.
func acquireFunc(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(8108)"); err != nil {
			return err
		}
		defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(8108)")
		_, err := conn.Exec(ctx, "CALL forecast()")
		return err
	})
}

// The callback has a way out that keeps the lock.
func acquireFuncLeak(ctx context.Context, pool *pgxpool.Pool) error {
	return pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
		if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(8109)"); err != nil { // want `\[unlockpair/leak\]`
			return err
		}
		if _, err := conn.Exec(ctx, "CALL forecast()"); err != nil {
			return err
		}
		_, err := conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(8109)")
		return err
	})
}

// Reading the locks of others takes none.
func holders(ctx context.Context, db *sql.DB) (n int, err error) {
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").Scan(&n)
	return n, err
}
