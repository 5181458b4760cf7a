package session

import (
	"go/types"
	"slices"
	"strings"
)

// Shapes: what types and signatures say by themselves, without a row.

// named returns the defined type of a handle, through aliases and pointers, or nil.
func named(typ types.Type) *types.Named {
	for range maxDepth {
		switch t := types.Unalias(typ).(type) {
		case *types.Pointer:
			typ = t.Elem()
		case *types.Named:
			return t
		default:
			return nil
		}
	}
	return nil
}

// method returns a method of a type or of a pointer to it, or nil.
func method(typ types.Type, name string) *types.Func {
	var pkg *types.Package
	if n := named(typ); n != nil {
		pkg = n.Obj().Pkg()
	}
	obj, _, _ := types.LookupFieldOrMethod(typ, true, pkg, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// endsTransactions reports whether a type has Commit and Rollback as a transaction has them and no way to begin one.
// Object mappers that can be both have a way, or return themselves.
func endsTransactions(typ types.Type) bool {
	for _, name := range []string{"Commit", "Rollback"} {
		fn := method(typ, name)
		if fn == nil || !ends(fn.Signature()) {
			return false
		}
	}
	return !slices.ContainsFunc([]string{
		"Begin", "BeginTx", "Beginx", "BeginTxx", "BeginFunc", "Start", "StartTx", "Transaction", "RunInTx", "RunInTransaction",
	}, func(name string) bool { return method(typ, name) != nil })
}

// ends reports whether a signature is that of Commit: func() error or func(context.Context) error.
func ends(sig *types.Signature) bool {
	switch p := sig.Params(); {
	case p.Len() > 1, p.Len() == 1 && !isContext(p.At(0).Type()):
		return false
	}
	return sig.Results().Len() == 1 && isError(sig.Results().At(0).Type())
}

// runsSQL reports whether a type is an interface that runs statements.
func runsSQL(typ types.Type) bool {
	i, ok := typ.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for m := range i.Methods() {
		if hasPrefix(m.Name(), "Exec", "Query") {
			return true
		}
	}
	return false
}

// overrides reports whether a defined type declares one of the methods itself.
func overrides(typ types.Type, names ...string) bool {
	n := named(typ)
	if n == nil {
		return false
	}
	for m := range n.Methods() {
		if slices.Contains(names, m.Name()) {
			return true
		}
	}
	return false
}

// sqlcQueries returns the field that holds the handle, if n is the Queries of a package that sqlc generated.
//
//	type Queries struct { db DBTX }
func (t *Table) sqlcQueries(n *types.Named) *types.Var {
	s, ok := n.Underlying().(*types.Struct)
	if !ok || n.Obj().Name() != "Queries" {
		return nil
	}
	for f := range s.Fields() {
		if f.Name() == "db" && runsSQL(f.Type()) {
			return f
		}
	}
	return nil
}

// entClient reports whether n is the Client of a package that ent generated: its method Tx gives the Tx of that package.
func entClient(n *types.Named) bool {
	if n.Obj().Name() != "Client" {
		return false
	}
	tx := method(n, "Tx")
	if tx == nil || tx.Signature().Results().Len() != 2 {
		return false
	}
	r := named(tx.Signature().Results().At(0).Type())
	return r != nil && r.Obj().Name() == "Tx" && r.Obj().Pkg() == n.Obj().Pkg() && method(r, "Client") != nil
}

// hasPrefix reports whether name begins with one of the words.
func hasPrefix(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(name, w) })
}

func isError(typ types.Type) bool {
	return types.Identical(typ, types.Universe.Lookup("error").Type())
}

func isContext(typ types.Type) bool {
	n, ok := types.Unalias(typ).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

func isString(typ types.Type) bool {
	b, ok := typ.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
