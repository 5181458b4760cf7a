// Package lifecycles takes locks when something starts and releases them when it stops.
package lifecycles

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A Hook is a pair of functions that a framework calls.
type Hook struct {
	OnStart func(context.Context) error
	OnStop  func(context.Context) error
}

type Lifecycle interface{ Append(Hook) }

// One function locks, the other unlocks.
func Register(lc Lifecycle, db *sql.DB) {
	var conn *sql.Conn
	lc.Append(Hook{
		OnStart: func(ctx context.Context) (err error) {
			if conn, err = db.Conn(ctx); err != nil {
				return err
			}
			_, err = conn.ExecContext(ctx, "SELECT pg_advisory_lock(36001)")
			return err
		},
		OnStop: func(ctx context.Context) error {
			defer conn.Close()
			_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(36001)")
			return err
		},
	})
}

// A server runs what it was told when it shuts down.
type server struct {
	db      *sql.DB
	onClose []func()
}

func (s *server) open(ctx context.Context) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(36002)"); err != nil {
		conn.Close()
		return err
	}
	s.onClose = append(s.onClose, func() {
		conn.ExecContext(context.Background(), "SELECT pg_advisory_unlock(36002)")
		conn.Close()
	})
	return nil
}

func (s *server) close() {
	for _, fn := range s.onClose {
		fn()
	}
}

// A lock is taken once, by whoever comes first.
type lazy struct {
	once sync.Once
	conn *sql.Conn
	err  error
}

func (l *lazy) start(ctx context.Context) error {
	l.once.Do(func() {
		_, l.err = l.conn.ExecContext(ctx, "SELECT pg_advisory_lock(36003)")
	})
	return l.err
}

func (l *lazy) stop(ctx context.Context) error {
	_, err := l.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(36003)")
	return err
}

// A handler of requests unlocks when it is done.
func handler(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		conn, err := db.Conn(ctx)
		if err != nil {
			http.Error(w, "no connection", http.StatusServiceUnavailable)
			return
		}
		defer conn.Close()
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(36004)"); err != nil {
			http.Error(w, "no lock", http.StatusConflict)
			return
		}
		defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock(36004)")
		fmt.Fprintln(w, "ok")
	}
}

// A handler forgets the unlock when the method is wrong.
func handlerLeak(db *sql.DB) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		conn, err := db.Conn(ctx)
		if err != nil {
			http.Error(w, "no connection", http.StatusServiceUnavailable)
			return
		}
		defer conn.Close()
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(36005)"); err != nil { // want `\[unlockpair/leak\]`
			http.Error(w, "no lock", http.StatusConflict)
			return
		}
		if r.Method != http.MethodPost {
			http.Error(w, "wrong method", http.StatusMethodNotAllowed)
			return
		}
		conn.ExecContext(ctx, "SELECT pg_advisory_unlock(36005)")
	}
}

// A request is cancelled when its client goes away, and pgxpool keeps the connection.
func (s *server) handlePooled(pool *pgxpool.Pool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		conn, err := pool.Acquire(r.Context())
		if err != nil {
			http.Error(w, "no connection", http.StatusServiceUnavailable)
			return
		}
		defer conn.Release()
		if _, err := conn.Exec(r.Context(), "SELECT pg_advisory_lock(36006)"); err != nil {
			http.Error(w, "no lock", http.StatusConflict)
			return
		}
		defer conn.Exec(r.Context(), "SELECT pg_advisory_unlock(36006)") // want `\[unlockpair/ctx\]`
		fmt.Fprintln(w, "ok")
	}
}

// A logger ends the process.
type logger struct{ prefix string }

func (l *logger) Fatal(v ...any) {
	fmt.Fprintln(os.Stderr, append([]any{l.prefix}, v...)...)
	os.Exit(1)
}

func (l *logger) Error(v ...any) {
	fmt.Fprintln(os.Stderr, append([]any{l.prefix}, v...)...)
}

func fatal(ctx context.Context, conn *sql.Conn, l *logger) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(36007)"); err != nil {
		l.Fatal(err)
	}
	if _, err := conn.ExecContext(ctx, "CALL serve()"); err != nil {
		l.Fatal(err)
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(36007)")
}

// A logger that goes on does not end the process.
func notFatal(ctx context.Context, conn *sql.Conn, l *logger) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(36008)"); err != nil { // want `\[unlockpair/leak\]`
		l.Error(err)
		return
	}
	if _, err := conn.ExecContext(ctx, "CALL serve()"); err != nil {
		l.Error(err)
		return
	}
	conn.ExecContext(ctx, "SELECT pg_advisory_unlock(36008)")
}

// The code of the exit is a result.
func run(ctx context.Context, db *sql.DB) (code int) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return 1
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(36009)"); err != nil {
		return 2
	}
	defer func() {
		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(36009)"); err != nil && code == 0 {
			code = 3
		}
	}()
	if _, err := conn.ExecContext(ctx, "CALL serve()"); err != nil {
		return 4
	}
	return 0
}

// The unlock is tried until it succeeds.
func stubborn(ctx context.Context, conn *sql.Conn) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(36010)"); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, "CALL serve()")
	for range 3 {
		if _, uerr := conn.ExecContext(ctx, "SELECT pg_advisory_unlock(36010)"); uerr == nil {
			break
		}
	}
	return err
}

// A service starts in steps, each of which undoes the ones before when it fails.
type service struct {
	db   *sql.DB
	conn *sql.Conn
}

func (s *service) Start(ctx context.Context) (err error) {
	if s.conn, err = s.db.Conn(ctx); err != nil {
		return err
	}
	if _, err = s.conn.ExecContext(ctx, "SELECT pg_advisory_lock(36011)"); err != nil {
		return errors.Join(err, s.conn.Close())
	}
	if _, err = s.conn.ExecContext(ctx, "CALL serve()"); err != nil {
		return errors.Join(err, s.Stop(ctx))
	}
	return nil
}

func (s *service) Stop(ctx context.Context) error {
	_, err := s.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(36011)")
	return errors.Join(err, s.conn.Close())
}
