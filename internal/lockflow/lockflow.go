package lockflow

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/session"
)

// A Program is a package whose locks are to be followed, and what the engine is told about it.
type Program struct {
	Package *ssa.Package
	Funcs   []*ssa.Function // in the order of the source; literals belong to the function around them

	Info  *types.Info
	Table *session.Table

	// Call returns the syntax of a call by the position of its parenthesis.
	Call func(token.Pos) *ast.CallExpr

	// Statement says which locks a call takes or gives back by the SQL that it runs. It returns nil for most calls.
	Statement func(ssa.CallInstruction) *Statement

	// Import returns what is known of a function of another package, nil if that is nothing.
	Import func(*types.Func) *Fact

	// Declared says what directives say of the functions and interface methods of this package.
	Declared map[*types.Func]Contract

	// Class returns what the receiver of a method stands for, by the values that the package gives it.
	Class func(ssa.CallInstruction) session.Class

	// Kept reports whether a directive says that a lock which is taken there lives as long as the process.
	Kept func(token.Pos) bool

	// Implementations returns the methods of this package that a call of an interface method can reach.
	Implementations func(*types.Func) []*types.Func
}

// A Contract is what a directive says of a function.
type Contract struct {
	Acquires bool
	Keys     []string
	Releases bool
}

// A Statement is a call that runs SQL with lock functions. If it can run one of several texts, each is an alternative.
type Statement struct {
	Call         *ast.CallExpr
	Alternatives []Alternative
	Text         ast.Expr // the argument that holds the text

	// Handle is what it runs on, as written. On is the same where the call is one of a function that runs a text which
	// it is given: what that function runs it on, in words of its own parameters.
	Handle ast.Expr
	On     *Path
	Class  session.Class // of the handle, by its type or by where it comes from
}

// A Path leads from a parameter of a function, or the receiver, to a part of it.
type Path struct {
	Param  int // as SSA counts: the receiver is 0
	Fields []*types.Var
}

// An Alternative is one text.
type Alternative struct {
	Text  string
	Locks []LockCall
}

// A LockCall is one call of a lock function in SQL.
type LockCall struct {
	Func locksql.Func
	Keys []Key
	Rows bool // a key is a column: there can be no lock, or many
}

// A Key is a constant, a Go expression, or an SQL expression, in this order.
type Key struct {
	Const *int64
	Expr  ast.Expr // its value, or the one value that Text depends on
	Text  string   // the SQL, "" if the key is just the value of Expr
}

// A Lock is one acquisition: a call that takes a lock itself, or one of a function that leaves it held.
type Lock struct {
	Pos    token.Pos
	Call   ssa.CallInstruction
	Func   locksql.Func
	Class  session.Class
	Handle string // the handle as the reader wrote it, "" if there is none to write
	Key    string // the key as the reader wrote it
	Callee string // the function that takes it, if it is not this call itself

	id       int
	origin   *Lock // of the callee
	released bool  // some path gives it back
	excused  bool  // another report tells of the cause
	stacked  *Lock // it was taken once more, again and again
}

// Released reports whether the function gives the lock back on some path.
func (l *Lock) Released() bool { return l.released }

// A Release is one place that gives locks back.
type Release struct {
	Pos    token.Pos
	Call   ssa.CallInstruction
	Func   locksql.Func
	Handle string
	Key    string

	id      int
	origin  *Release // of the callee
	matched bool     // on some path it gives back a lock
}

// A GiveBack is one place where a connection goes back to its pool.
type GiveBack struct {
	Pos      token.Pos
	Deferred bool

	origin token.Pos // in the callee, if this is the call of a function that does it
}

// A Kind is what is wrong with a lock.
type Kind uint8

const (
	Leak Kind = iota
	Never
	Pool
	Gives // the connection goes back with the lock
	Mismatch
	Context
	Reentry
	Panic
	Pooled
)

// A Finding is one fault.
type Finding struct {
	Kind    Kind
	Pos     token.Pos
	Lock    *Lock    // nil for a release by itself
	Release *Release // what does not match, or runs with a context that may be done
	Exit    token.Pos
	Back    *GiveBack
	First   *Lock  // of Reentry
	In      string // the function, as the reader knows it
	Fails   bool   // the exit is one that tells of a failure
	Why     string // of Mismatch

	pool string // the field that the pool is kept in
}

// A Result is what was found out about a package.
type Result struct {
	Findings []Finding
	Facts    map[*types.Func]*Fact // of functions that matter to callers in other packages
	Bounded  int                   // functions past the bound, about which nothing is said
}
