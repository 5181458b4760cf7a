package lockmap

import (
	"cmp"
	"slices"
)

// Missing reports whether the operation takes a lock that lasts as long as its session, and no release was found.
func (op Operation) Missing() bool {
	return op.Action == "acquire" && op.Scope != "transaction" && len(op.Releases) == 0
}

// A Summary is an inventory in numbers.
type Summary struct {
	Operations, Acquisitions, Releases int
	Keys                               int
	Wrappers, Calls                    int // functions with operations that are called from elsewhere, and these calls
	Missing                            int // acquisitions without a release
	Unknown                            int // operations on sessions of which nothing is known
	Orders, Cycles                     int // pairs of keys taken one while the other is held; groups of keys in a cycle
}

// Summary counts what is in an inventory.
func (inv Inventory) Summary() Summary {
	s := Summary{Operations: len(inv.Operations)}
	for _, op := range inv.Operations {
		if op.Action == "acquire" {
			s.Acquisitions++
		} else {
			s.Releases++
		}
		if op.Missing() {
			s.Missing++
		}
		if op.Session.Class == unknown || op.Session.Class == "" {
			s.Unknown++
		}
	}
	for _, g := range inv.Groups() {
		if g.Name != allKeys {
			s.Keys++
		}
	}
	for _, w := range inv.wrappers() {
		s.Wrappers++
		s.Calls += len(w.Calls)
	}
	graph := inv.graph()
	s.Orders, s.Cycles = len(graph.arcs), graph.cycles
	return s
}

// A wrapper is a function with operations that is called from elsewhere.
type wrapper struct {
	Func, Package string
	Operations    []Operation
	Calls         []Caller
}

// wrappers returns the wrappers of an inventory in the order of their packages and names.
func (inv Inventory) wrappers() []*wrapper {
	type id struct{ pkg, name string }
	index := map[id]*wrapper{}
	var list []*wrapper
	for _, op := range inv.Operations {
		if len(op.Callers) == 0 {
			continue
		}
		w := index[id{op.Package, op.Func}]
		if w == nil {
			w = &wrapper{Func: op.Func, Package: op.Package}
			index[id{op.Package, op.Func}] = w
			list = append(list, w)
		}
		w.Operations = append(w.Operations, op)
		w.Calls = append(w.Calls, op.Callers...)
	}
	for _, w := range list {
		w.Calls = sorted(w.Calls, compareCallers)
	}
	slices.SortStableFunc(list, func(a, b *wrapper) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Func, b.Func))
	})
	return list
}

// A sessionCount says how many operations run on sessions of one kind.
type sessionCount struct {
	Class, Type, Why string
	Count            int
}

// sessions counts operations by session class.
func (inv Inventory) sessions() []sessionCount {
	var list []sessionCount
	for _, op := range inv.Operations {
		c := sessionCount{Class: op.Session.class(), Type: op.Session.Type, Why: op.Session.Why}
		i := slices.IndexFunc(list, func(o sessionCount) bool { o.Count = 0; return o == c })
		if i < 0 {
			i = len(list)
			list = append(list, c)
		}
		list[i].Count++
	}
	slices.SortFunc(list, func(a, b sessionCount) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Why, b.Why))
	})
	return list
}
