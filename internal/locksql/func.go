package locksql

import "strings"

// Scope says when PostgreSQL gives a lock back by itself.
type Scope int

// The scopes of a lock.
const (
	Session     Scope = iota // at the end of the session
	Transaction              // at the end of the transaction
)

// Mode says what else can hold the lock at the same time.
type Mode int

// The modes of a lock.
const (
	Exclusive Mode = iota
	Shared
)

// Action says what a function does with a lock.
type Action int

// The actions of the lock functions.
const (
	Acquire Action = iota
	Release
	ReleaseAll
)

// Func is one of PostgreSQL's eleven advisory-lock functions.
type Func struct {
	Name   string // without schema, lower case
	Action Action
	Scope  Scope
	Mode   Mode
	Try    bool // returns at once, with a boolean
}

// Void reports whether the function returns no value: the acquisitions that wait, and pg_advisory_unlock_all.
func (f Func) Void() bool { return f.Action == Acquire && !f.Try || f.Action == ReleaseAll }

// Waits reports whether the function waits for the lock.
func (f Func) Waits() bool { return f.Action == Acquire && !f.Try }

// Funcs lists the eleven functions.
var Funcs = []Func{
	{Name: "pg_advisory_lock"},
	{Name: "pg_advisory_lock_shared", Mode: Shared},
	{Name: "pg_try_advisory_lock", Try: true},
	{Name: "pg_try_advisory_lock_shared", Try: true, Mode: Shared},
	{Name: "pg_advisory_xact_lock", Scope: Transaction},
	{Name: "pg_advisory_xact_lock_shared", Scope: Transaction, Mode: Shared},
	{Name: "pg_try_advisory_xact_lock", Scope: Transaction, Try: true},
	{Name: "pg_try_advisory_xact_lock_shared", Scope: Transaction, Try: true, Mode: Shared},
	{Name: "pg_advisory_unlock", Action: Release},
	{Name: "pg_advisory_unlock_shared", Action: Release, Mode: Shared},
	{Name: "pg_advisory_unlock_all", Action: ReleaseAll},
}

// FuncByName returns the lock function of that name, in any case, without schema.
func FuncByName(name string) (Func, bool) {
	for _, f := range Funcs {
		if strings.EqualFold(f.Name, name) {
			return f, true
		}
	}
	return Func{}, false
}
