package session

// A Kind is what a call does to sessions.
type Kind uint8

const (
	Nothing     Kind = iota // nothing that is known
	Opens                   // makes a pool, or a connection that is Owned
	Pins                    // checks one session out of a pool
	Begins                  // starts a transaction
	InTx                    // calls back with a transaction, which ends when the call returns
	InConn                  // calls back with a pinned session, which goes back to the pool when the call returns
	Commits                 // ends the transaction
	RollsBack               // ends the transaction
	Closes                  // ends the server session; of a pool, all its sessions
	Releases                // gives the connection back to its pool, with the locks it holds [T b1]
	Hijacks                 // takes the session out of its pool: the result is Owned, and the pool forgets it
	MayDiscard              // calls back with the driver's connection; driver.ErrBadConn from there destroys it, otherwise it stays
	Unwraps                 // gives the handle below: the same session, or the pool if Class is Pool
	WithSession             // a method that gives one more handle on the session of From
	Binds                   // a function that makes a handle on the session of From
	Runs                    // runs a statement on the session of From
)

var kindNames = [...]string{
	"nothing", "opens", "pins", "begins", "in transaction", "in connection", "commits", "rolls back", "closes", "releases",
	"hijacks", "may discard", "unwraps", "with session", "binds", "runs",
}

// String returns a word or two for a kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[Nothing]
}

// Receiver as a From is the receiver of a method. It is also what an index is that does not apply.
const Receiver = -1

// argument as the From of a row is the first parameter that can be a handle.
const argument = -2

// An Effect is what a call of a function or method does to sessions.
type Effect struct {
	Kind Kind

	// From tells whose session is meant: the index of a parameter, or Receiver. Of Opens it is Receiver too and means
	// nothing.
	From int

	// Result is the index of the result that is the handle, -1 if none is. Runs has one where a library returns the
	// handle again, as gorm does.
	Result int

	// Callback is the index of the parameter that is called back, -1 if none is, and Param the index of the callback's
	// own parameter that is the handle, -1 if there is none. InTx, InConn and MayDiscard have them.
	Callback, Param int

	// Class is that of the new handle, be it a result or a callback's parameter; it is right where the type alone says
	// nothing, as for a *gorm.DB. Unknown means: the class of From.
	Class Class

	// Owned says that the caller has the connection for itself: no pool takes it back, and closing it ends the session.
	Owned bool

	// Shape says that there is no row for the function and that its name and types alone were judged.
	Shape bool
}

// nothing is the effect of a function that the table does not know.
var nothing = Effect{From: Receiver, Result: -1, Callback: -1, Param: -1}
