package locksql

import (
	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// children returns the nodes directly below n, in the order of the grammar's fields.
func children(n *pg.Node) []*pg.Node {
	var out []*pg.Node
	m := n.ProtoReflect()
	if !m.IsValid() {
		return nil
	}
	m.Range(func(_ protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		collect(v.Message(), &out)
		return true
	})
	return out
}

// collect appends the nodes that m holds, looking through messages that are no nodes themselves (WindowDef, Alias).
// Fields are visited by number, so that the order is that of the grammar and the same in every run.
func collect(m protoreflect.Message, out *[]*pg.Node) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Message() == nil || !m.Has(f) {
			continue
		}
		v := m.Get(f)
		if f.IsList() {
			for j := range v.List().Len() {
				appendNode(v.List().Get(j).Message(), out)
			}
			continue
		}
		appendNode(v.Message(), out)
	}
}

func appendNode(m protoreflect.Message, out *[]*pg.Node) {
	if n, ok := m.Interface().(*pg.Node); ok {
		*out = append(*out, n)
		return
	}
	collect(m, out)
}

// visit calls f for n and the nodes below it, until f returns false for a node, below which it does not go.
func visit(n *pg.Node, f func(*pg.Node) bool) {
	if n.GetNode() == nil || !f(n) {
		return
	}
	for _, c := range children(n) {
		visit(c, f)
	}
}

// leftmost returns the smallest location in the tree of n, or -1.
func leftmost(n *pg.Node) int {
	least := -1
	visit(n, func(n *pg.Node) bool {
		if at := location(n); at >= 0 && (least < 0 || at < least) {
			least = at
		}
		return true
	})
	return least
}

// location returns the byte at which the parser saw n, or -1 where it does not say.
func location(n *pg.Node) int {
	at := -1
	n.ProtoReflect().Range(func(_ protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		m := v.Message()
		if f := m.Descriptor().Fields().ByName("location"); f != nil {
			at = int(m.Get(f).Int())
		}
		return false
	})
	return at
}
