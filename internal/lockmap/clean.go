package lockmap

import (
	"slices"
	"strings"
	"unicode"
)

// clean returns a copy of a map in which every text fits in a cell of a table: one line, without control characters. The
// texts are a program's, which may hold anything.
func (m Map) clean() Map {
	clean := func(texts ...*string) {
		for _, t := range texts {
			*t = oneLine(*t)
		}
	}
	cleanKeys := func(keys []Key) []Key {
		keys = slices.Clone(keys)
		for i := range keys {
			clean(&keys[i].Expr, &keys[i].How)
		}
		return keys
	}
	clean(&m.Title)
	m.Operations = slices.Clone(m.Operations)
	for i := range m.Operations {
		op := &m.Operations[i]
		clean(&op.Pos, &op.Package, &op.Func, &op.Function, &op.Action, &op.Scope, &op.Mode, &op.Context, &op.Success,
			&op.Session.Class, &op.Session.Expr, &op.Session.Type, &op.Session.Why)
		op.Keys = cleanKeys(op.Keys)
		op.Callers = slices.Clone(op.Callers)
		for j := range op.Callers {
			c := &op.Callers[j]
			clean(&c.Pos, &c.Func, &c.Package)
			c.Keys = cleanKeys(c.Keys)
		}
		op.Releases = slices.Clone(op.Releases)
		for j := range op.Releases {
			r := &op.Releases[j]
			clean(&r.Pos, &r.Func, &r.How)
		}
	}
	m.Edges = slices.Clone(m.Edges)
	for i := range m.Edges {
		e := &m.Edges[i]
		clean(&e.From, &e.To, &e.Pos, &e.Func)
	}
	return m
}

// oneLine replaces what moves the cursor or turns the direction of text, and runs of spaces, by one space.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
