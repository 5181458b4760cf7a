package session

import "go/types"

// Receiver returns the type on whose value a selected method runs, which is not always the one it is called on: a
// method that is promoted from an embedded *sqlx.DB runs on that pool, even where the struct around it also holds the
// pinned connection with the lock. It is the innermost type on the way to the method whose class is known, or else the
// innermost of all. The second result is false if the selection is not a method.
func (t *Table) Receiver(sel *types.Selection) (types.Type, bool) {
	if sel == nil || sel.Kind() == types.FieldVal {
		return nil, false
	}
	path := sel.Index()
	typ := sel.Recv()
	known := types.Type(nil)
	for _, i := range path[:len(path)-1] {
		if t.Of(typ).Class != Unknown {
			known = typ
		}
		s := structOf(typ)
		if s == nil || i >= s.NumFields() {
			return nil, false
		}
		typ = s.Field(i).Type()
	}
	if known != nil && t.Of(typ).Class == Unknown {
		return known, true
	}
	return typ, true
}

// structOf returns the struct that a type is, or points to.
func structOf(typ types.Type) *types.Struct {
	if p, ok := typ.Underlying().(*types.Pointer); ok {
		typ = p.Elem()
	}
	s, _ := typ.Underlying().(*types.Struct)
	return s
}

// Field returns what it means to take a field out of a handle: an embedded handle (DB of a *sqlx.DB, Tx of a bun.Tx)
// stands for the same session, and so do the fields of a few object mappers. What other fields hold is a matter of
// the values in the program.
func (t *Table) Field(v *types.Var) Effect {
	if v == nil || !v.IsField() || v.Pkg() == nil {
		return nothing
	}
	e := nothing
	class := t.Of(v.Type()).Class
	switch path := Unversioned(v.Pkg().Path()); {
	case v.Embedded() && class != Unknown, handleFields[[2]string{path, v.Name()}]:
		e.Kind, e.Class = Unwraps, class
	}
	return e
}

// handleFields lists the exported fields that hold the session of their struct, by package.
var handleFields = map[[2]string]bool{
	{"gorm.io/gorm", "ConnPool"}:          true, // of Config, which a DB embeds, and of Statement
	{"github.com/gobuffalo/pop", "TX"}:    true, // of Connection
	{"github.com/gobuffalo/pop", "Store"}: true, // of Connection
}
