// Package gormish takes locks beside and through gorm.
package gormish

import (
	"context"
	"database/sql"

	"gorm.io/gorm"
)

// The connection comes from the pool below gorm.
func connBelow(ctx context.Context, db *gorm.DB, fn func() error) error {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(20001)"); err != nil {
		return err
	}
	defer conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(20001)")
	return fn()
}

// The work fails and the connection goes back locked.
func connBelowLeak(ctx context.Context, db *gorm.DB, fn func() error) error {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(20002)"); err != nil { // want `\[unlockpair/leak\]`
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "SELECT pg_advisory_unlock(20002)")
	return err
}

// The pool below gorm is a pool.
func poolBelow(ctx context.Context, db *gorm.DB) error {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	if _, err := pool.ExecContext(ctx, "SELECT pg_advisory_lock(20003)"); err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	_, err = pool.ExecContext(ctx, "SELECT pg_advisory_unlock(20003)") // want `\[unlockpair/pool\]`
	return err
}

// A gorm handle of unknown origin may be a transaction.
func Given(db *gorm.DB, fn func() error) error {
	if err := db.Exec("SELECT pg_advisory_lock(20004)").Error; err != nil {
		return err
	}
	defer db.Exec("SELECT pg_advisory_unlock(20004)")
	return fn()
}

// A gorm handle that was opened here is a pool.
func opened(dialector gorm.Dialector) error {
	db, err := gorm.Open(dialector)
	if err != nil {
		return err
	}
	if err := db.Exec("SELECT pg_advisory_lock(20005)").Error; err != nil { // want `\[unlockpair/pool\]`
		return err
	}
	return db.Exec("SELECT pg_advisory_unlock(20005)").Error // want `\[unlockpair/pool\]`
}

// A pool of one connection.
func openedLimited(dialector gorm.Dialector) error {
	db, err := gorm.Open(dialector)
	if err != nil {
		return err
	}
	pool, err := db.DB()
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	if err := db.Exec("SELECT pg_advisory_lock(20006)").Error; err != nil {
		return err
	}
	return db.Exec("SELECT pg_advisory_unlock(20006)").Error
}

// The transaction lock of a transaction.
func transaction(db *gorm.DB) error {
	return db.Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec("SELECT pg_advisory_xact_lock(?)", 20007).Error; err != nil {
			return err
		}
		return tx.Exec("CALL settle()").Error
	})
}

// The session lock of a transaction is for another analyzer.
func sessionLockInTransaction(db *gorm.DB) error {
	return db.Transaction(func(tx *gorm.DB) error {
		var ok bool
		if err := tx.Raw("SELECT pg_try_advisory_lock(?)", 20008).Scan(&ok).Error; err != nil || !ok {
			return err
		}
		return tx.Exec("CALL settle()").Error
	})
}

// The callback of Connection has one connection.
func connection(db *gorm.DB) error {
	return db.Connection(func(conn *gorm.DB) error {
		var ok bool
		if err := conn.Raw("SELECT pg_try_advisory_lock(?)", 20009).Scan(&ok).Error; err != nil {
			return err
		}
		if !ok {
			return nil
		}
		defer conn.Exec("SELECT pg_advisory_unlock(?)", 20009)
		return conn.Exec("CALL settle()").Error
	})
}

// A lock in a struct that holds gorm and a connection.
type settlement struct {
	db   *gorm.DB
	conn *sql.Conn
}

func (s *settlement) lock(ctx context.Context) error {
	pool, err := s.db.DB()
	if err != nil {
		return err
	}
	if s.conn, err = pool.Conn(ctx); err != nil {
		return err
	}
	_, err = s.conn.ExecContext(ctx, "SELECT pg_advisory_lock(20010)")
	return err
}

func (s *settlement) unlock(ctx context.Context) error {
	defer s.conn.Close()
	_, err := s.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(20010)")
	return err
}
