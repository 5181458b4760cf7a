// Package lockflow is the path engine: it follows session locks through the functions of a package and says where one
// stays held, or where a release cannot work.
//
// # How it works
//
// A function is run symbolically over its SSA form, from its start to all of its ends. A value is a term: a constant, a
// parameter, what an instruction made, a field of something. Terms are structural, so that l.key is the same term in two
// places, and hash(name) is the same key as hash(name). A state holds what is known on the paths that lead to one point
// with the same locks: the locks that are held, what is stored where, which truth values are known, what is deferred.
//
// States with the same locks, the same sessions, the same deferred calls and the same visible effects are merged where
// paths meet, and keep what both know. States that differ in a lock are never merged. That is the whole of the path
// sensitivity, and it is enough for what programs do: an error that says whether a lock was taken, the boolean of a
// try-lock, a flag that a deferred function tests, both arms of a phi.
//
// Where a call decides about a lock, the state is split at once: the statement has failed, or was refused, or the lock is
// held. Function literals are run in place, with the variables that they share. Deferred calls run at the end, the last
// one first. Functions of the package are run once, and summarized: a summary is a list of outcomes, each with the
// results, what is known of them, and the effects on sessions and locks that the callers can see, in order. A caller
// goes on with each outcome that is possible for it. What the function is given to call is one of the effects, so that
// WithLock(ctx, fn) runs fn between the lock and its release. Summaries of exported functions are written down as facts.
//
// # What is may and what is must
//
// A lock counts as held only where it is certain: an answer that nobody looked at, or one of several texts, makes it
// unsure, and unsure locks are not reported, with one exception: a function that fails to read the answer of a try-lock and
// forgets the connection. A release counts wherever it may match: sessions and keys that are not known match any. What
// someone else may have got hold of (a channel, a map, a goroutine that releases, a function that nobody sees) is handed
// on, and no longer this function's debt. So every doubt is resolved towards silence.
//
// A function owes the release if it made or checked out the session, or if it releases on some path. Where callers
// can tell two ends apart (an error, false, a nil handle) it may release on one and not on the other. A function
// that fails with the lock held has leaked it: callers take failure for not acquired.
//
// A session that is kept in a field or a package variable is followed from method to method by that place (places.go).
//
// # Loops
//
// A loop is run until nothing changes. What an instruction gave in an earlier turn becomes an old value of it. A loop over
// the things that another loop has locked releases them all, and a range that releases is taken to run at least once:
// whether two ranges are over the same list is not asked.
//
// # Left out on purpose
//
// Two pointers to one variable are one only if they are the same term. A value that unknown code is given a pointer to is
// taken to be unchanged, but for what is scanned into. Panics end a path; with the flag for it, a lock that a panic would
// leave held is told. Recursive functions are unknown to themselves. Work on one function is bounded (engine.go); past
// the bound nothing is said, and the function is counted.
package lockflow
