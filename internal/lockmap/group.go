package lockmap

import (
	"cmp"
	"slices"
	"strings"
)

// unknown is the class of a session of which nothing is known.
const unknown = "unknown"

// A Group is a key with all that is done with it.
type Group struct {
	Name       string // as [Operation.KeyName] gives it
	Space      string // bigint, (int4, int4)
	Exprs      []string
	Operations []Operation
	Through    []Through
}

// A Through is a call of a wrapper from which an operation of another group, where the key is a parameter of the wrapper,
// works on this key.
type Through struct {
	Caller
	Operation Operation
}

// Groups returns the keys of an inventory, constants first and what is not known last.
func (inv Inventory) Groups() []*Group {
	var groups []*Group
	index := map[string]*Group{}
	group := func(name string, keys []Key) *Group {
		g := index[name]
		if g == nil {
			g = &Group{Name: name, Space: space(keys)}
			index[name] = g
			groups = append(groups, g)
		}
		if e := written(keys); e != "" && !slices.Contains(g.Exprs, e) {
			g.Exprs = append(g.Exprs, e)
			slices.Sort(g.Exprs)
		}
		return g
	}
	for _, op := range inv.Operations {
		name := op.KeyName()
		g := group(name, op.Keys)
		g.Operations = append(g.Operations, op)
		for _, c := range op.Callers {
			if len(c.Keys) == 0 || Name(c.Keys) == Name(op.Keys) {
				continue
			}
			through := group(keyName(c.Keys, op.Action, callerPackage(op, c)), c.Keys)
			through.Through = append(through.Through, Through{c, op})
		}
	}
	slices.SortStableFunc(groups, compareGroups)
	return groups
}

// callerPackage returns the package whose words the keys of a caller are.
func callerPackage(op Operation, c Caller) string { return cmp.Or(c.Package, op.Package) }

func compareGroups(a, b *Group) int {
	return cmp.Or(cmp.Compare(a.rank(), b.rank()), compareNumeric(a.Name, b.Name))
}

func (g *Group) rank() int {
	switch {
	case g.Name == allKeys:
		return 3
	case g.Name == unknownKey:
		return 2
	case isValue(g.Name):
		return 0
	}
	return 1
}

// written returns the keys as the source has them, if that says more than their values do.
func written(keys []Key) string {
	var exprs []string
	more := false
	for _, k := range keys {
		exprs = append(exprs, oneLine(k.Expr))
		more = more || k.Const != nil && k.Expr != "" && !isValue(k.Expr)
	}
	if !more {
		return ""
	}
	return strings.Join(exprs, ", ")
}

// isValue reports whether the name of a key is made of numbers alone.
func isValue(name string) bool {
	return name != "" && strings.Trim(name, "0123456789-, ()") == ""
}

// compareNumeric compares numbers by value, and other texts as such.
func compareNumeric(a, b string) int {
	if isValue(a) && isValue(b) {
		negA, negB := strings.HasPrefix(a, "-"), strings.HasPrefix(b, "-")
		switch {
		case negA != negB:
			return compareBool(negB, negA)
		case negA:
			a, b = b, a
		}
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}
	return cmp.Compare(a, b)
}

// Scopes returns the scopes of a group's operations, joined.
func (g *Group) Scopes() string {
	var scopes []string
	add := func(scope string) {
		if scope != "" && !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	for _, op := range g.Operations {
		add(op.Scope)
	}
	for _, t := range g.Through {
		add(t.Operation.Scope)
	}
	slices.Sort(scopes)
	return strings.Join(scopes, " and ")
}
