package session

import (
	"go/types"
	"strings"
)

// shape judges a function that has no row by its name and types.
func (t *Table) shape(fn *types.Func) (Effect, bool) {
	sig := fn.Signature()
	from := argument
	var recv types.Type
	if sig.Recv() != nil {
		from, recv = Receiver, sig.Recv().Type()
	}
	if e, ok := t.callsBack(fn); ok {
		e.From = from
		return e, true
	}
	if recv != nil && ends(sig) && t.Of(recv).Class == Tx {
		switch {
		case hasPrefix(fn.Name(), "Commit"):
			return commits, true
		case hasPrefix(fn.Name(), "Rollback"):
			return rollsBack, true
		}
	}
	if sig.Results().Len() == 0 {
		return Effect{}, false
	}
	res := sig.Results().At(0).Type()
	switch info := t.Of(res); {
	case info.Class == Tx && saysBegin(fn):
		e := begins
		e.From = from
		return e, true
	case recv != nil && t.handsOut(fn):
		return pins, true
	case recv != nil && types.IsInterface(recv) && info.Class == Pinned && fn.Name() == "Conn":
		return toConn, true // a copy of pgx.Tx
	}
	if e, ok := t.generated(fn, res); ok {
		return e, true
	}
	return handle, t.chains(fn, res)
}

// callsBack judges a function by its callback: what is given a transaction or a connection runs in it. A handle of
// unknown class counts as a transaction if the function is called for it: WithTransaction, RunInTx.
func (t *Table) callsBack(fn *types.Func) (Effect, bool) {
	sig := fn.Signature()
	at, param := callback(sig)
	if at < 0 || param < 0 {
		return Effect{}, false
	}
	cb := sig.Params().At(at).Type().Underlying().(*types.Signature)
	typ := cb.Params().At(param).Type()
	switch info := t.Of(typ); {
	case info.Class == Tx:
		return inTx, true
	case info.Class == Pinned:
		return inConn, true
	case info.Class == Unknown && saysTransaction(fn.Name()) && t.maybeHandle(typ):
		return inTx, true
	}
	return Effect{}, false
}

// saysBegin reports whether a function that gives a transaction begins it. Tx and Transaction are names of getters too,
// but a getter cannot fail.
func saysBegin(fn *types.Func) bool {
	if hasPrefix(fn.Name(), "Begin", "MustBegin", "NewTx", "NewTransaction", "StartT") {
		return true
	}
	res := fn.Signature().Results()
	return hasPrefix(fn.Name(), "Tx", "Transaction") && isError(res.At(res.Len()-1).Type())
}

// saysTransaction reports whether the name of a function speaks of a transaction.
func saysTransaction(name string) bool {
	return strings.Contains(strings.ToLower(name), "transact") || strings.Contains(name, "Tx") || strings.HasPrefix(name, "tx") ||
		strings.Contains(name, "Atomic")
}

// maybeHandle reports whether a type of unknown class can be a handle at all.
func (t *Table) maybeHandle(typ types.Type) bool {
	if runsSQL(typ) {
		return true
	}
	n := named(typ)
	if n == nil {
		return false
	}
	if _, ok := t.known(n); ok {
		return true
	}
	if t.sqlcQueries(n) != nil || entClient(n) {
		return true
	}
	set := types.NewMethodSet(types.NewPointer(n))
	for i := range set.Len() {
		if hasPrefix(set.At(i).Obj().Name(), "Exec", "Query") {
			return true
		}
	}
	return false
}

// generated judges the functions that sqlc and ent generate around their types.
//
//	func New(db DBTX) *Queries
//	func (q *Queries) WithTx(tx *sql.Tx) *Queries
//	func Open(driver, source string, options ...Option) (*Client, error)
//	func (tx *Tx) Client() *Client
func (t *Table) generated(fn *types.Func, res types.Type) (Effect, bool) {
	n := named(res)
	if n == nil {
		return Effect{}, false
	}
	sig := fn.Signature()
	switch {
	case t.sqlcQueries(n) != nil && handleParam(sig) >= 0:
		if sig.Recv() != nil {
			return handleOf, returnsReceiver(sig)
		}
		return binds, true
	case entClient(n) && sig.Recv() == nil:
		return opens, fn.Name() == "Open"
	case entClient(n):
		recv := named(sig.Recv().Type())
		return handle, recv != nil && recv.Obj().Pkg() == n.Obj().Pkg()
	}
	return Effect{}, false
}

// chains reports whether a method gives one more handle on the session of its receiver: a method that returns what it
// was called on, as builders do, or a method of a library, or of an interface, that returns a statement or a query.
func (t *Table) chains(fn *types.Func, res types.Type) bool {
	sig := fn.Signature()
	n := named(res)
	if n == nil || sig.Recv() == nil {
		return false
	}
	row, ok := t.known(n)
	if !ok {
		return false
	}
	if returnsReceiver(sig) {
		return true
	}
	library := t.rows != nil && t.paths[Unversioned(fn.Pkg().Path())]
	return row.class == Unknown && (library || types.IsInterface(sig.Recv().Type()))
}
