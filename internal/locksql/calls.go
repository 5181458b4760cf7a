package locksql

import (
	"strconv"
	"strings"
)

// index is a statement's tokens prepared for looking up calls: each look-up takes time in the size of the call.
type index struct {
	source
	sig      []token
	at       map[int]int // the index in sig of the token at a position
	closes   map[int]int // the index of the closing parenthesis, by that of the opening one
	ordinals []int       // how many placeholders stand before each token
}

func newIndex(src source) *index {
	x := &index{source: src, sig: significant(src.tokens), at: map[int]int{}, closes: map[int]int{}}
	n := src.ordinal
	var open []int
	for i, t := range x.sig {
		x.at[t.pos] = i
		x.ordinals = append(x.ordinals, n)
		switch {
		case t.kind == tokParam || t.kind == tokHole:
			n++
		case x.is(i, "(") || x.is(i, "["):
			open = append(open, i)
		case (x.is(i, ")") || x.is(i, "]")) && len(open) > 0:
			x.closes[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return x
}

func (x *index) is(i int, text string) bool {
	return i >= 0 && i < len(x.sig) && x.text[x.sig[i].pos:x.sig[i].end] == text
}

// call returns what the tokens say of the call of f whose name, with its schema, begins at pos: its extent and its
// keys as written. It reports false if no such call stands there.
func (x *index) call(f Func, pos int) (Call, bool) {
	i, ok := x.at[pos]
	if !ok {
		return Call{}, false
	}
	if x.is(i+1, ".") {
		i += 2
	}
	if i >= len(x.sig) || !x.names(x.sig[i], f) || !x.is(i+1, "(") {
		return Call{}, false
	}
	last, ok := x.closes[i+1]
	if !ok { // unterminated
		return Call{Func: f, Pos: pos, End: x.sig[len(x.sig)-1].end}, true
	}
	c := Call{Func: f, Pos: pos, End: x.sig[last].end}
	first := i + 2
	for j := first; j <= last; j++ {
		if end, nested := x.closes[j]; nested {
			j = end
			continue
		}
		if (j == last || x.is(j, ",")) && j > first {
			c.Keys = append(c.Keys, x.key(first, j))
			first = j + 1
		}
	}
	return c, true
}

func (x *index) names(t token, f Func) bool {
	name := x.text[t.pos:t.end]
	if t.kind == tokQuoted {
		return strings.Trim(name, `"`) == f.Name
	}
	return t.kind == tokWord && strings.EqualFold(name, f.Name)
}

// key reads the key argument in sig[first:end].
func (x *index) key(first, end int) Key {
	t, n := x.sig[first], end-first
	k := Key{Text: x.text[t.pos:x.sig[end-1].end]}
	switch {
	case t.kind == tokParam && (n == 1 || x.is(first+1, "::")):
		k.Param, k.Ordinal = x.text[t.pos:t.end], x.ordinals[first]
	case n == 1 || n == 2 && x.is(first, "-"):
		if v, err := strconv.ParseInt(strings.ReplaceAll(k.Text, " ", ""), 10, 64); err == nil {
			k.Const = &v
		}
	}
	return k
}

// tokenCalls finds the lock calls of a statement that was not understood. They carry no keys: what a comma means is
// not known there.
func (x *index) tokenCalls() []Call {
	var calls []Call
	for i, t := range x.sig {
		f, ok := FuncByName(x.text[t.pos:t.end])
		if !ok || t.kind != tokWord {
			continue
		}
		pos := t.pos
		if x.is(i-1, ".") && i >= 2 {
			schema := x.sig[i-2]
			if !strings.EqualFold(x.text[schema.pos:schema.end], "pg_catalog") {
				continue
			}
			pos = schema.pos
		}
		if c, ok := x.call(f, pos); ok {
			calls = append(calls, Call{Func: f, Pos: c.Pos, End: c.End})
		}
	}
	return calls
}
