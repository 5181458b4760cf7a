// Package session is a table of what is known about handles to a PostgreSQL database: which Go type is a pool, a
// pinned session or a transaction, what its Close does to the session on the server, and what the calls of a library
// do to sessions.
//
// An advisory lock belongs to one session of the server, so everything that is said about a lock in Go begins with the
// question which session a handle stands for. [Table.Of] answers it for a type, [Table.Method] for a call,
// [Table.Field] for a field and [Table.Receiver] for a promoted method. The rows_ files hold the table itself, one
// type or one group of methods a row; beyond them only a few shapes are recognized: interfaces, structs that embed a
// handle, and what sqlc and ent generate.
//
// Only exact types count. A type that can be the pool or a transaction, such as *gorm.DB or an interface, is
// [Unknown], and [Info.Why] says so: a wrong pool is a wrong report, an unknown one is silence. The package knows
// types, but neither SQL nor locks nor the values that flow through a program.
//
// What a comment marks as [T b1] or the like is measured on a server, by the case of TestTruths that has this name.
package session

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"
)

// A Class says what a handle stands for.
type Class uint8

const (
	Unknown Class = iota // any of the others, or no handle at all
	Pool                 // many sessions: each statement may run on another one
	Pinned               // one session for as long as the handle lives
	Tx                   // one session until the transaction ends
)

// String returns the word for a class that messages and flags use: unknown, pool, pinned or transaction.
func (c Class) String() string {
	switch c {
	case Pool:
		return "pool"
	case Pinned:
		return "pinned"
	case Tx:
		return "transaction"
	}
	return "unknown"
}

// An End says what Close, Release or their like on a handle does to its session on the server, and so to the session
// locks that are held there.
type End uint8

const (
	None            End = iota // nothing, or not known
	EndsSession                // the server session ends, and its locks with it: measured for *pgx.Conn [T b1]
	BackToPool                 // the pool takes the connection back, locks included: measured for *sql.Conn and *pgxpool.Conn [T b1]
	EndsTransaction            // COMMIT or ROLLBACK: transaction locks are released, session locks stay [T f1]
)

// String returns what an end does, in words.
func (e End) String() string {
	switch e {
	case EndsSession:
		return "ends the session"
	case BackToPool:
		return "gives the connection back to its pool"
	case EndsTransaction:
		return "ends the transaction"
	}
	return "none"
}

// Info is what a table knows about a type.
type Info struct {
	Class Class
	Why   string // the reason, for a human: "*sql.DB is a pool of connections"
	End   End    // what closing or releasing a value of the type does
	Name  string // the type as a program writes it: "*sql.DB"
}

// A Table holds the handles of the libraries and those of the user. It may be used by several goroutines once all
// types have been added. The zero Table knows no library; use [New].
type Table struct {
	*rows
	own map[typeKey]typeRow
}

// New returns the built-in table.
func New() *Table {
	return &Table{rows: builtin()}
}

// Add tells the table about one more type: "PKG/PATH.TYPE=CLASS", where CLASS is pool, pinned or tx. The type may be a
// struct, an interface, or one that the table knows already: gorm.io/gorm.DB=pool is for programs that never pass a
// transaction in a *gorm.DB. Major versions in the path do not matter. What Close does to an added pinned type is
// taken as not known.
func (t *Table) Add(spec string) error {
	name, class, ok := strings.Cut(spec, "=")
	if !ok {
		return fmt.Errorf("session type %q: want PACKAGE.TYPE=CLASS, such as example.com/store.DB=pool", spec)
	}
	name = strings.TrimPrefix(strings.TrimSpace(name), "*")
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 || dot < strings.LastIndexByte(name, '/') {
		return fmt.Errorf("session type %q: %q names no type in a package; write it as example.com/store.DB", spec, name)
	}
	key := typeKey{Unversioned(name[:dot]), name[dot+1:]}
	if !token.IsIdentifier(key.name) {
		return fmt.Errorf("session type %q: %q is not the name of a type", spec, key.name)
	}
	row := typeRow{name: key.name}
	switch strings.TrimSpace(class) {
	case "pool":
		row.class, row.end, row.why = Pool, EndsSession, "is a pool, as configured"
	case "pinned":
		row.class, row.end, row.why = Pinned, None, "is one connection, as configured"
	case "tx":
		row.class, row.end, row.why = Tx, EndsTransaction, "is a transaction, as configured"
	default:
		return fmt.Errorf("session type %q: %q is not a class; use pool, pinned or tx", spec, class)
	}
	if old, ok := t.own[key]; ok && old.class != row.class {
		return fmt.Errorf("session type %q: %s is configured as %s already", spec, name, old.class)
	}
	if t.own == nil {
		t.own = map[typeKey]typeRow{}
	}
	t.own[key] = row
	return nil
}

// known returns the row of a named type.
func (t *Table) known(n *types.Named) (typeRow, bool) {
	obj := n.Origin().Obj()
	if obj.Pkg() == nil {
		return typeRow{}, false
	}
	key := typeKey{Unversioned(obj.Pkg().Path()), obj.Name()}
	if row, ok := t.own[key]; ok {
		return row, true
	}
	if t.rows == nil {
		return typeRow{}, false
	}
	row, ok := t.types[key]
	return row, ok
}
