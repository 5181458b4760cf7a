package session

import (
	"strings"
	"sync"
)

// A library is what the table knows about one package.
type library struct {
	path  string // without major versions
	types []typeRow
	calls []callRow
	old   bool // only earlier major versions have these
}

// A typeRow describes a type, whether it is used as a value or through a pointer.
type typeRow struct {
	name  string
	class Class
	end   End
	why   string // goes on from the name of the type
}

// A callRow says what some functions (recv is empty), or some methods of each of some types, do. Receivers are those
// that declare the method: promoted methods have their row at the embedded type.
type callRow struct {
	recv  string
	names string
	does  Effect
}

type (
	typeKey struct{ path, name string }
	callKey struct{ path, recv, name string }
)

// rows is the table, indexed.
type rows struct {
	paths map[string]bool
	types map[typeKey]typeRow
	calls map[callKey]Effect
}

var builtin = sync.OnceValue(func() *rows {
	r := &rows{paths: map[string]bool{}, types: map[typeKey]typeRow{}, calls: map[callKey]Effect{}}
	for _, lib := range libraries {
		r.paths[lib.path] = true
		for _, row := range lib.types {
			r.types[typeKey{lib.path, row.name}] = row
		}
		for _, row := range lib.calls {
			for _, recv := range strings.Split(row.recv, " ") {
				for _, name := range strings.Fields(row.names) {
					r.calls[callKey{lib.path, recv, name}] = row.does
				}
			}
		}
	}
	return r
})

// libraries lists the packages of the table.
var libraries = []library{
	databaseSQL, databaseSQLDriver, sqlx, scanyPgx, scanySQL, squirrel, goqu,
	pgxRoot, pgxOld, pgxpool, pgxpoolOld, pgconn, pgconnOld, pgxStdlib, pgxStdlibOld,
	gorm, gormOld, bun, entDriver, entDialect, goPg, goPgOrm, pop, upper, upperPostgres,
}

// What a row can say. The indexes of a row are found in the signature of the function; see [Effect].
var (
	opens      = Effect{Kind: Opens, Class: Pool}
	opensOwned = Effect{Kind: Opens, Class: Pinned, Owned: true}
	pins       = Effect{Kind: Pins, Class: Pinned, From: Receiver}
	begins     = Effect{Kind: Begins, Class: Tx, From: Receiver}
	inTx       = Effect{Kind: InTx, Class: Tx, From: Receiver}
	inConn     = Effect{Kind: InConn, Class: Pinned, From: Receiver}
	commits    = Effect{Kind: Commits, From: Receiver}
	rollsBack  = Effect{Kind: RollsBack, From: Receiver}
	closes     = Effect{Kind: Closes, From: Receiver}
	releases   = Effect{Kind: Releases, From: Receiver}
	hijacks    = Effect{Kind: Hijacks, Class: Pinned, From: Receiver, Owned: true}
	mayDiscard = Effect{Kind: MayDiscard, Class: Pinned, From: Receiver}
	unwraps    = Effect{Kind: Unwraps, From: Receiver}                // the same session
	toConn     = Effect{Kind: Unwraps, Class: Pinned, From: Receiver} // the same session, out of its transaction or pool handle
	toPool     = Effect{Kind: Unwraps, Class: Pool, From: Receiver}   // the pool below
	handle     = Effect{Kind: WithSession, From: Receiver}
	handleOf   = Effect{Kind: WithSession, From: argument}
	binds      = Effect{Kind: Binds, From: argument}
	runs       = Effect{Kind: Runs, From: Receiver}
	runsOn     = Effect{Kind: Runs, From: argument}
)

// of returns an effect that concerns an argument instead of the receiver: the first that can be a handle.
func of(e Effect) Effect {
	e.From = argument
	return e
}

// ofParam returns an effect that concerns the parameter of an index.
func ofParam(i int, e Effect) Effect {
	e.From = i
	return e
}
