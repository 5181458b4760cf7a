package session

import (
	"go/types"
	"strings"
)

// maxDepth bounds how far embedded fields and constraints are followed; a type can contain itself.
const maxDepth = 6

// Of returns what the table knows about a type. Pointers, aliases and instances of generic types are looked through;
// a type that is defined on a handle (type DB sql.DB), or a struct that embeds one handle and holds no other, is that
// handle. Everything else is Unknown, with the reason.
func (t *Table) Of(typ types.Type) Info {
	info := t.of(typ, 0)
	if typ != nil {
		info.Name = typeString(typ)
		info.Why = info.Name + " " + info.Why
	} else {
		info.Why = "the type is not known"
	}
	return info
}

// Known reports whether a type, or what it points to, has a row of its own.
func (t *Table) Known(typ types.Type) bool {
	if typ == nil {
		return false
	}
	n := named(typ)
	if n == nil {
		return false
	}
	_, ok := t.known(n)
	return ok
}

// of is Of, with a reason that goes on from the name of the type.
func (t *Table) of(typ types.Type, depth int) Info {
	if typ == nil || depth > maxDepth {
		return Info{Why: "is not a known handle"}
	}
	switch typ := types.Unalias(typ).(type) {
	case *types.Pointer:
		return t.of(typ.Elem(), depth+1)
	case *types.Named:
		if row, ok := t.known(typ); ok {
			return Info{Class: row.class, End: row.end, Why: row.why}
		}
		return t.ofNamed(typ, depth)
	case *types.TypeParam:
		return t.ofConstraint(typ, depth)
	case *types.Interface:
		return t.ofInterface(typ, typ, depth)
	case *types.Struct:
		return t.ofStruct(typ, typ, depth)
	}
	return Info{Why: "is not a known handle"}
}

// ofNamed judges a defined type that has no row.
func (t *Table) ofNamed(n *types.Named, depth int) Info {
	if base := t.definedOn(n); base != nil {
		info := t.of(base, depth+1)
		info.Why = "is defined on " + typeString(base) + ", which " + info.Why
		if !types.IsInterface(n) {
			info.End = None // its methods were not inherited
		}
		return info
	}
	switch u := n.Underlying().(type) {
	case *types.Interface:
		return t.ofInterface(n, u, depth)
	case *types.Struct:
		switch {
		case t.sqlcQueries(n) != nil:
			return Info{Why: "runs on what New or WithTx was given"}
		case entClient(n):
			return Info{Why: "is an ent client, which can be the pool or a transaction"}
		case endsTransactions(n):
			return Info{Class: Tx, End: EndsTransaction, Why: "has Commit and Rollback and begins nothing: a transaction"}
		}
		return t.ofStruct(n, u, depth)
	case *types.Pointer:
		return t.of(u, depth+1)
	}
	return Info{Why: "is not a known handle"}
}

// definedOn returns the type of the table that n was defined on, or nil. The type checker does not keep it, but the
// fields, or the methods of an interface, still belong to its package.
func (t *Table) definedOn(n *types.Named) types.Type {
	var member types.Object
	switch u := n.Underlying().(type) {
	case *types.Struct:
		if u.NumFields() > 0 {
			member = u.Field(0)
		}
	case *types.Interface:
		if u.NumExplicitMethods() > 0 {
			member = u.ExplicitMethod(0)
		}
	}
	if member == nil || member.Pkg() == nil || member.Pkg() == n.Obj().Pkg() {
		return nil
	}
	scope := member.Pkg().Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		base, ok := obj.Type().(*types.Named)
		if !ok || base.TypeParams() != nil {
			continue
		}
		if _, ok := t.known(base); ok && types.Identical(base.Underlying(), n.Underlying()) {
			return base
		}
	}
	return nil
}

// ofInterface judges an interface without a row. Nearly all are satisfied by pools as well as by transactions. Two
// kinds are not: what embeds a transaction or ends one, and what hands out connections.
func (t *Table) ofInterface(typ types.Type, i *types.Interface, depth int) Info {
	for k := range i.NumEmbeddeds() {
		e := i.EmbeddedType(k)
		if info := t.of(e, depth+1); info.Class != Unknown {
			info.Why = "embeds " + typeString(e) + ", which " + info.Why
			return info
		}
	}
	if endsTransactions(typ) {
		return Info{Class: Tx, End: EndsTransaction, Why: "has Commit and Rollback and begins nothing: a transaction"}
	}
	for k := range i.NumMethods() {
		if m := i.Method(k); depth == 0 && t.handsOut(m) {
			return Info{Class: Pool, Why: "has " + m.Name() + ", which only a pool can have"}
		}
	}
	return Info{Why: "is an interface: pool, connection or transaction"}
}

// handsOut reports whether a method checks a connection out of a pool.
func (t *Table) handsOut(m *types.Func) bool {
	res := m.Signature().Results()
	if res.Len() != 2 || !isError(res.At(1).Type()) || !hasPrefix(m.Name(), "Acquire", "Conn") {
		return false
	}
	n := named(res.At(0).Type())
	if n == nil {
		return false
	}
	row, ok := t.known(n)
	return ok && row.class == Pinned && row.end == BackToPool
}

// ofConstraint judges a type parameter: its class is that of all types in its constraint, if they agree.
func (t *Table) ofConstraint(p *types.TypeParam, depth int) Info {
	unknown := Info{Why: "is a type parameter: pool, connection or transaction"}
	i, ok := p.Constraint().Underlying().(*types.Interface)
	if !ok || i.NumEmbeddeds() != 1 {
		return unknown
	}
	union, ok := i.EmbeddedType(0).(*types.Union)
	if !ok {
		return unknown
	}
	var all Info
	for k := range union.Len() {
		info := t.of(union.Term(k).Type(), depth+1)
		if k > 0 && (info.Class != all.Class || info.End != all.End) {
			return unknown
		}
		all = info
	}
	return all
}

// ofStruct judges a struct by the handles in its fields.
func (t *Table) ofStruct(typ types.Type, s *types.Struct, depth int) Info {
	var held []string
	var only Info
	for f := range s.Fields() {
		var info Info
		if f.Embedded() {
			info = t.of(f.Type(), depth+1)
		} else if n := named(f.Type()); n != nil {
			row, _ := t.known(n)
			info.Class = row.class
		}
		if info.Class == Unknown && !runsSQL(f.Type()) {
			continue
		}
		held = append(held, typeString(f.Type()))
		only = info
	}
	switch len(held) {
	case 0:
		return Info{Why: "is not a known handle"}
	case 1:
		if only.Why == "" || only.Class == Unknown { // a field of its own, or an interface
			return Info{Why: "holds a " + held[0] + ", and its methods are its own"}
		}
		only.Why = "embeds " + held[0] + ", which " + only.Why
		if overrides(typ, "Close", "Release") {
			only.End = None
		}
		return only
	}
	return Info{Why: "holds " + strings.Join(held[:2], " and ") + ": which one a method uses is its own affair"}
}

// typeString returns a type as it is written outside its package.
func typeString(typ types.Type) string {
	return types.TypeString(typ, func(p *types.Package) string { return p.Name() })
}
