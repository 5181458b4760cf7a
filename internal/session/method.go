package session

import "go/types"

// Method returns what a call of a function or method does to sessions. Pass the declared method, not that of the type
// it is called on: a method promoted from an embedded field is that of the field (see [Table.Receiver]).
//
// Where the table has no row, shapes count: a method called Begin that gives a transaction, a callback that is given
// one, Commit and Rollback of a transaction, what sqlc and ent generate, and methods of a library that return one more
// handle. Effect.Shape tells them from rows; for a function whose body is in sight the body is the better witness.
func (t *Table) Method(fn *types.Func) Effect {
	if fn == nil || fn.Pkg() == nil {
		return nothing
	}
	fn = fn.Origin()
	if e, ok := t.row(fn); ok {
		return resolve(e, fn)
	}
	if e, ok := t.shape(fn); ok {
		e = resolve(e, fn)
		e.Shape = true
		return e
	}
	return nothing
}

// row returns the row of a function.
func (t *Table) row(fn *types.Func) (Effect, bool) {
	if t.rows == nil {
		return Effect{}, false
	}
	key := callKey{path: Unversioned(fn.Pkg().Path()), name: fn.Name()}
	if recv := fn.Signature().Recv(); recv != nil {
		n := named(recv.Type())
		if n == nil {
			return Effect{}, false
		}
		key.recv = n.Obj().Name()
	}
	e, ok := t.calls[key]
	return e, ok
}

// resolve finds the indexes that a row leaves open, so that one row serves all versions of a library: the argument is
// the first parameter that can be a handle, the result the first one, the callback the parameter that is a function,
// and its handle the last parameter there.
func resolve(e Effect, fn *types.Func) Effect {
	sig := fn.Signature()
	if e.Kind == Opens {
		e.From = Receiver
	}
	if e.From == argument {
		e.From = handleParam(sig)
	}
	e.Result, e.Callback, e.Param = -1, -1, -1
	switch e.Kind {
	case InTx, InConn, MayDiscard:
		e.Callback, e.Param = callback(sig)
	case Opens, Pins, Begins, Hijacks, Unwraps, WithSession, Binds:
		if res := sig.Results(); res.Len() > 0 && !isError(res.At(0).Type()) {
			e.Result = 0
		}
	default:
		if returnsReceiver(sig) {
			e.Result = 0
		}
	}
	return e
}

// callback returns the index of the first parameter that is a function, and the index of the last parameter of that
// function; -1 for what there is not.
func callback(sig *types.Signature) (at, param int) {
	for i := range sig.Params().Len() {
		if cb, ok := sig.Params().At(i).Type().Underlying().(*types.Signature); ok {
			return i, cb.Params().Len() - 1
		}
	}
	return -1, -1
}

// handleParam returns the index of the first parameter that is neither a context nor text nor a function, or Receiver.
func handleParam(sig *types.Signature) int {
	for i := range sig.Params().Len() {
		typ := sig.Params().At(i).Type()
		if _, ok := typ.Underlying().(*types.Signature); !ok && !isContext(typ) && !isString(typ) {
			return i
		}
	}
	return Receiver
}

// returnsReceiver reports whether the first result of a method has the type of its receiver.
func returnsReceiver(sig *types.Signature) bool {
	if sig.Recv() == nil || sig.Results().Len() == 0 {
		return false
	}
	recv, res := named(sig.Recv().Type()), named(sig.Results().At(0).Type())
	return recv != nil && res != nil && recv.Origin() == res.Origin()
}
