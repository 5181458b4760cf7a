// Package lockmap is the inventory of a program's advisory locks: every operation, what it locks, on which session,
// and where the lock is given back; and its renderings as text, JSON, a graph and a page.
//
// The analysis fills it in, one [Inventory] a package; [Merge] makes that of the program, and a [Map] renders it.
package lockmap

// Category marks the diagnostic that carries the inventory of a package, an [Inventory] as JSON.
const Category = "advlockcheck/map"

// An Inventory lists the lock operations of a package, or of a program.
//
// What one package learns about an operation of another, such as where its wrapper is called or how it is released, is
// said by listing the operation again, with that alone added: [Merge] unites the two.
type Inventory struct {
	Operations []Operation `json:"operations"`
	Edges      []Edge      `json:"edges,omitempty"`
}

// An Operation is one place in a program that takes or gives back an advisory lock.
type Operation struct {
	Pos      string `json:"posn"` // file:line:col of the call that runs the SQL
	Package  string `json:"package"`
	Func     string `json:"func"`     // the enclosing function: Run, (*Store).Lock, Run.func1
	Function string `json:"function"` // the SQL function: pg_advisory_lock
	Action   string `json:"action"`   // acquire, release, release all
	Scope    string `json:"scope"`    // session, transaction
	Mode     string `json:"mode"`     // exclusive, shared
	Try      bool   `json:"try,omitempty"`

	Keys    []Key   `json:"keys,omitempty"` // one: the bigint space; two: the (int4, int4) space
	Session Session `json:"session"`
	Context string  `json:"context,omitempty"` // the context as written: ctx, context.Background()
	Success string  `json:"success,omitempty"` // how the code learns that the lock was taken

	Callers  []Caller  `json:"callers,omitempty"`  // where the wrapper that this operation is in is called
	Releases []Release `json:"releases,omitempty"` // for acquisitions
}

// A Key is a lock key and where it comes from.
type Key struct {
	Expr  string `json:"expr"`            // as written: key, $1, hashtext(name)
	How   string `json:"how,omitempty"`   // constant, parameter, field, column, hash/fnv, a call, ...
	Const *int64 `json:"const,omitempty"` // the value, if it is known
}

// A Session is the handle through which an operation runs.
type Session struct {
	Class string `json:"class"` // pool, pinned, transaction, unknown
	Expr  string `json:"expr,omitempty"`
	Type  string `json:"type,omitempty"`
	Why   string `json:"why,omitempty"`
}

// A Place is a position with the function around it.
type Place struct {
	Pos  string `json:"posn"`
	Func string `json:"func,omitempty"`
}

// A Caller is a call of a wrapper.
type Caller struct {
	Place
	Package string `json:"package,omitempty"` // if it is not that of the operation
	Keys    []Key  `json:"keys,omitempty"`    // what the operation locks when called from here, if that says more than its own Keys
}

// A Release is one way in which a lock is given back.
type Release struct {
	Place
	How string `json:"how"` // unlock, deferred unlock, returned closure, method, helper, end of the transaction, end of the session, ...
}

// An Edge says that one key is taken while another is held. It is made by [NewEdge].
type Edge struct {
	From string `json:"from"` // the key held, as KeyName gives it
	To   string `json:"to"`   // the key taken
	Pos  string `json:"posn"` // where it is taken
	Func string `json:"func,omitempty"`
	Try  bool   `json:"try,omitempty"` // it is taken by a function that does not wait, so that it can be no part of a deadlock
}

// NewEdge returns the edge of taking a lock at a place while holding another. Where a lock is taken through a wrapper, the
// operation is to have the keys and the package of the call, if these are known.
func NewEdge(held, taken Operation, at Place) Edge {
	return Edge{From: held.KeyName(), To: taken.KeyName(), Pos: at.Pos, Func: at.Func, Try: taken.Try}
}
