package ctxs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The unlock has a context of its own.
func background(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10101); err != nil {
		return err
	}
	defer conn.Exec(context.Background(), unlock, 10101)
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// It is made from the context of the work, but outlives it.
func withoutCancel(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10102); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		conn.Exec(ctx, unlock, 10102)
	}()
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// Its time begins when the work is over.
func freshTimeout(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10103); err != nil {
		return err
	}
	defer func() {
		bg, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		conn.Exec(bg, unlock, 10103)
	}()
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// A helper makes it.
func fromHelper(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10104); err != nil {
		return err
	}
	defer func() {
		ctx, cancel := detached(ctx)
		defer cancel()
		conn.Exec(ctx, unlock, 10104)
	}()
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), time.Second)
}

// An unlock that fails destroys the connection.
func destroyed(ctx context.Context, pool *pgxpool.Pool) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10105); err != nil {
		return err
	}
	defer func() {
		if _, err := conn.Exec(ctx, unlock, 10105); err != nil {
			conn.Conn().Close(context.Background())
		}
	}()
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// An unlock that fails takes the connection out of the pool and closes it.
func hijacked(ctx context.Context, pool *pgxpool.Pool, fn func(context.Context) error) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, lock, 10106); err != nil {
		conn.Release()
		return err
	}
	err = fn(ctx)
	if _, uerr := conn.Exec(ctx, unlock, 10106); uerr != nil {
		conn.Hijack().Close(context.Background())
		return err
	}
	conn.Release()
	return err
}

// The whole function runs under a context that nothing ends.
func ownBackground(pool *pgxpool.Pool) error {
	ctx := context.Background()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10107); err != nil {
		return err
	}
	defer conn.Exec(ctx, unlock, 10107)
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}

// A field holds a context that nothing ends.
type job struct {
	pool *pgxpool.Pool
	ctx  context.Context
}

func newJob(pool *pgxpool.Pool) *job { return &job{pool: pool, ctx: context.Background()} }

func (j *job) run(ctx context.Context) error {
	conn, err := j.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, lock, 10108); err != nil {
		return err
	}
	defer conn.Exec(j.ctx, unlock, 10108)
	_, err = conn.Exec(ctx, "CALL calibrate()")
	return err
}
