// Package unlockpair defines an Analyzer that reports session locks that stay held, and unlocks that release nothing.
//
// # Analyzer unlockpair
//
// unlockpair: report session-level advisory locks that stay held, and unlocks that release nothing
//
// The lock that pg_advisory_lock takes belongs to the session on the server that asked for it. It ends when this session
// has called the matching unlock function as often as it has locked, or when the session ends; not with a transaction,
// not with a context, and not with the function in Go that took it.
//
// Pools keep sessions alive. A lock that a function leaves behind stays, on a connection that waits for its next user,
// until the pool closes that connection. Every other session waits for the lock in vain; the next user of the connection
// who asks for it gets it at once, because the session has it already, and two parts of the program believe to be alone.
// None of this raises an error.
//
// What works is one connection for lock and unlock, and an unlock that runs on every path, before the connection goes
// back, whatever has become of the context:
//
//	conn, err := db.Conn(ctx)
//	if err != nil {
//		return err
//	}
//	defer conn.Close()
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//	return rebuild(ctx)
//
// The package advlock does this, and destroys the connection if the unlock fails: With and TryWith run a function under
// a lock, Acquire and TryAcquire return a *Lock with the method Unlock.
//
//	return advlock.With(ctx, db, key, rebuild)
//
// Locks are followed through helpers, callbacks, returned closures, handles and pairs of methods, into other packages
// too. Where it is not known what a handle stands for, or who has a lock, nothing is said. A lock that is meant to live
// as long as the process is marked where it is taken: //advlock:hold and why. Session locks that are taken through the
// handle of a transaction are not followed. What is said to happen was measured on PostgreSQL 15 and 18 with lib/pq, pgx,
// its pool and its driver for database/sql.
//
// # Rule unlockpair/leak
//
// A session lock is still held on a way out of the function that has to release it.
//
// A function has to release a lock on all paths if it does so on one, or if it took the connection out of the pool
// itself. The path that is forgotten is nearly always that of an error:
//
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	if err := rebuild(ctx); err != nil {
//		return err // with the lock held
//	}
//	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
//	return err
//
// A function that takes a lock for its caller, and then returns an error or false, leaks it as well: the caller takes
// failure for not locked. The same goes for a returned function that unlocks and that the caller drops.
//
// Write instead
//
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//	return rebuild(ctx)
//
// or
//
//	return advlock.With(ctx, db, key, rebuild)
//
// Silent: a path on which the session ends, by Close of a *pgx.Conn, by Close of a connection after Hijack, by Close of a
// *sql.DB that was opened for the purpose, or by driver.ErrBadConn returned to Raw; a path that ends the process; a lock
// that is handed on, in a result, a field or a goroutine, where whoever got it is asked; a pool whose AfterRelease
// unlocks everything or destroys the connection.
//
// # Rule unlockpair/never
//
// A session lock is taken that nothing can release: no path unlocks it, closes its connection or hands it on.
//
// The connection is forgotten with the lock on it. Neither the end of the context nor the garbage collector gives it
// back, so that the lock stays for as long as the process lives, and the pool is one connection short.
//
//	conn, err := db.Conn(ctx)
//	if err != nil {
//		return err
//	}
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	return rebuild(ctx)
//
// Write instead
//
//	conn, err := db.Conn(ctx)
//	if err != nil {
//		return err
//	}
//	defer conn.Close()
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//	return rebuild(ctx)
//
// or, where the lock outlives the function,
//
//	lock, err := advlock.Acquire(ctx, db, key)
//	if err != nil {
//		return err
//	}
//	s.lock = lock // for the method that calls lock.Unlock
//
// Silent: a *pgx.Conn, which is its session and ends with it; a connection taken out of its pool by Hijack; a lock marked
// //advlock:hold, as that of an elected leader.
//
// # Rule unlockpair/pool
//
// A session lock or its unlock runs on a pool, which is free to use another session for each.
//
// A pool runs each statement on whichever connection is idle. As long as nothing else happens that is the same one, and
// all tests pass. Once another goroutine has that connection, the unlock runs on a second session, where it returns false
// and raises no error, and the lock stays on the first. If the other goroutine asks for the same lock there, it gets it.
// And when the pool closes that connection, because it was idle for too long or is one too many, the lock is gone in the
// middle of the work.
//
//	if _, err := db.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer db.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
//
// Write instead
//
//	conn, err := db.Conn(ctx)
//	if err != nil {
//		return err
//	}
//	defer conn.Close()
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//
// or
//
//	return advlock.With(ctx, db, key, rebuild)
//
// Silent: handles that can be a pool, a connection or a transaction, such as interfaces and a *gorm.DB of unknown origin;
// a pool that a constant limits to one connection, which excludes other processes, though not other goroutines of its
// own.
//
// # Rule unlockpair/giveback
//
// The connection goes back to its pool with the lock on it.
//
// Close of a *sql.Conn and Release of a *pgxpool.Conn do not end the session: they give it to the next user, locks
// included. A user of the connection who then asks for the lock gets it at once; all others wait.
//
//	conn, err := pool.Acquire(ctx)
//	if err != nil {
//		return err
//	}
//	defer conn.Release()
//	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	return rebuild(ctx)
//
// So does a defer in the wrong order: the call that is deferred last runs first, and so the unlock has to be deferred
// after the Close.
//
// Write instead
//
//	conn, err := pool.Acquire(ctx)
//	if err != nil {
//		return err
//	}
//	defer conn.Release()
//	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//	return rebuild(ctx)
//
// or end the session in place of the unlock, with conn.Hijack().Close(ctx) in pgx, and in database/sql with
//
//	conn.Raw(func(any) error { return driver.ErrBadConn })
//
// With advlock, the method Unlock of a *Lock does one or the other, before it gives the connection back.
//
// Silent: Close of a *pgx.Conn, which ends the session; a pool whose AfterRelease unlocks everything or destroys the
// connection.
//
// # Rule unlockpair/mismatch
//
// The unlock cannot release the lock that was taken: it is one for another key, another mode or another kind of lock.
//
// It returns false and raises no error, just a warning, which drivers pass over. The lock stays. That happens with
//   - another key than the one locked, such as a variable that has changed in between
//   - one key of type bigint and two of type int, which are two key spaces: pg_advisory_unlock(0, 7) does not release
//     pg_advisory_lock(7)
//   - pg_advisory_unlock for a shared lock, and pg_advisory_unlock_shared for an exclusive one
//   - pg_advisory_unlock for pg_advisory_xact_lock, which ends with its transaction and in no other way
//
// An example:
//
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock_shared($1)", key)
//
// Write instead
//
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//
// or leave the pairing to advlock: the method Unlock of a *Lock knows what was taken.
//
//	lock, err := advlock.Acquire(ctx, db, key)
//	if err != nil {
//		return err
//	}
//	defer lock.Unlock()
//
// Silent: keys of which it is not known whether they are the same.
//
// # Rule unlockpair/ctx
//
// The unlock runs with a context that may be done by then, on a connection of pgx that lives on.
//
// Before it sends anything, pgx asks the context. If that was cancelled or its time is over, the unlock never reaches the
// server, and the connection is as healthy as before: it goes back to its pool with the lock. The cancelled request, which
// is the case in which an unlock is most needed, is the one in which it does not happen.
//
//	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", key)
//	return rebuild(ctx)
//
// Write instead
//
//	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer func() {
//		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
//		defer cancel()
//		conn.Exec(ctx, "SELECT pg_advisory_unlock($1)", key)
//	}()
//	return rebuild(ctx)
//
// or use a helper of advlock: each unlocks under a context and a time limit of its own.
//
// Silent: database/sql, where both drivers destroy a connection whose statement was cancelled, and the lock with it; a
// native connection that is closed afterwards; an unlock whose error leads to the end of the session.
//
// # Rule unlockpair/reentry
//
// A session lock is taken again by the session that holds it, and released less often than it is taken.
//
// A session gets a lock that it has at once, and the server counts: after two locks, the first unlock returns true and the
// lock is still held. A loop that locks in every round counts up in the same way.
//
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//	for _, batch := range batches {
//		if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//			return err
//		}
//		if err := load(ctx, batch); err != nil {
//			return err
//		}
//	}
//
// Lock once, around it all, or unlock in each round what it has locked:
//
//	for _, batch := range batches {
//		err := advlock.With(ctx, db, key, func(ctx context.Context) error {
//			return load(ctx, batch)
//		})
//		if err != nil {
//			return err
//		}
//	}
//
// Silent: as many unlocks as locks; keys that may differ; pg_advisory_unlock_all, which releases a lock however often it
// was taken.
//
// # Rule unlockpair/panic
//
// The unlock is not deferred, and what runs before it may panic.
//
// Flag: -unlockpair.panic
//
// Servers recover from the panic of a request: net/http does, as most frameworks do. The process lives on, and so does
// the session with its lock, whether a deferred Close has given the connection back or nobody has.
//
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	err = rebuild(ctx)
//	conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//	return err
//
// Write instead
//
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//	return rebuild(ctx)
//
// or
//
//	return advlock.With(ctx, db, key, rebuild)
//
// Silent: a deferred call that unlocks or ends the session; code between the two that cannot panic. A panic that ends the
// process ends its sessions too.
//
// # Rule unlockpair/pooler
//
// A session lock is taken, by a program that connects through a pooler in transaction mode.
//
// Flag: -unlockpair.pooler
//
// PgBouncer with pool_mode = transaction, and poolers like it, give a client a session of the server for one transaction
// at a time, and for one statement outside of transactions. The unlock can then run on another session than the lock: it
// returns false, and the lock stays, even after the client has gone. And a second client that is given the session of
// the first gets the lock that the first believes to hold. No pinned connection in Go helps against that.
//
//	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", key); err != nil {
//		return err
//	}
//	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", key)
//	return rebuild(ctx)
//
// Write instead a lock that belongs to a transaction, with all its work in this transaction:
//
//	tx, err := db.BeginTx(ctx, nil)
//	if err != nil {
//		return err
//	}
//	defer tx.Rollback()
//	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", key); err != nil {
//		return err
//	}
//	if err := rebuild(ctx, tx); err != nil {
//		return err
//	}
//	return tx.Commit()
//
// which is what advlock.WithTx(ctx, db, key, rebuild) does, or take session locks over a connection that goes to the
// server itself, and accept the finding there.
//
// Silent: the locks of transactions.
package unlockpair
