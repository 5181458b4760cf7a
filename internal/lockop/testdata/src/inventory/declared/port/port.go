// Package port has no SQL: what takes locks is said by directives.
package port

import "context"

// A Mutex is implemented elsewhere.
type Mutex interface {
	//advlock:acquires key
	Lock(ctx context.Context, key int64) error   // want `advlock:acquires: unknown ; key is parameter; method in Mutex.Unlock; from Paired with id, Forgetful with jobs`
	Unlock(ctx context.Context, key int64) error //advlock:releases
	Name() string
}

const jobs = 7

// Import runs a program that leaves the lock held.
//
//advlock:acquires jobs
func Import(ctx context.Context) error { // want `advlock:acquires: unknown ; jobs is constant; no release; from Nightly`
	return run(ctx, "import")
}

// Acquire returns the release.
//
//advlock:acquires 1 2
func Acquire(ctx context.Context) (func(), error) { // want `advlock:acquires: unknown ; 1 is constant; deferred closure in Closure; from Closure` `advlock:acquires: unknown ; 2 is constant; deferred closure in Closure; from Closure`
	return func() { run(ctx, "release") }, nil
}

// Anything takes a lock of which nothing is said.
//
//advlock:acquires
func Anything() {} // want `advlock:acquires: unknown ; no release$`

// Named uses a word that names nothing in the program.
func Named() {} //advlock:acquires leader // want `advlock:acquires: unknown ; leader is declared; no release$`

// Next goes from one lock to the next.
//
//advlock:acquires next
//advlock:releases
func Next() {} // want `advlock:acquires: unknown ; next is declared; helper in Walk; from Walk`

func Walk() {
	Next()
	Done()
}

//advlock:releases
func Done() {}

func Paired(ctx context.Context, m Mutex, id int64) error {
	if err := m.Lock(ctx, id); err != nil {
		return err
	}
	defer m.Unlock(ctx, id)
	return nil
}

func Forgetful(ctx context.Context, m Mutex) error { return m.Lock(ctx, jobs) }

func Nightly(ctx context.Context) error { return Import(ctx) }

func Closure(ctx context.Context) error {
	release, err := Acquire(ctx)
	if err != nil {
		return err
	}
	defer release()
	return nil
}

func run(context.Context, string) error { return nil }
