package locksql

import (
	"strconv"
	"strings"
)

// locate fills in what the tokens say of the call whose name begins at pos: its extent and its keys as written. It
// reports false if no call of f stands there.
func (src source) locate(f Func, pos int) (Call, bool) {
	sig := significant(src.tokens)
	i := 0
	for i < len(sig) && sig[i].pos < pos {
		i++
	}
	for i < len(sig) && !(nameToken(src.text, sig[i], f)) { // over the schema
		i++
	}
	if i+1 >= len(sig) || src.text[sig[i+1].pos:sig[i+1].end] != "(" {
		return Call{}, false
	}
	c := Call{Func: f, Pos: pos, End: sig[i+1].end}
	depth, first := 0, i+2
	for j := i + 1; j < len(sig); j++ {
		c.End = sig[j].end
		switch text := src.text[sig[j].pos:sig[j].end]; text {
		case "(", "[":
			depth++
		case ")", "]", ",":
			if text != "," {
				depth--
			}
			if depth == 0 || text == "," && depth == 1 {
				if j > first {
					c.Keys = append(c.Keys, src.key(sig[first:j]))
				}
				first = j + 1
			}
			if depth == 0 {
				return c, true
			}
		}
	}
	return c, true
}

func nameToken(text string, t token, f Func) bool {
	name := text[t.pos:t.end]
	if t.kind == tokQuoted {
		return strings.Trim(name, `"`) == f.Name
	}
	return t.kind == tokWord && strings.EqualFold(name, f.Name)
}

// key reads a key argument from its tokens.
func (src source) key(tokens []token) Key {
	k := Key{Text: src.text[tokens[0].pos:tokens[len(tokens)-1].end]}
	t := tokens[0]
	written := src.text[t.pos:t.end]
	rest := tokens[1:]
	cast := len(rest) >= 2 && src.text[rest[0].pos:rest[0].end] == "::"
	switch {
	case t.kind == tokParam && (len(rest) == 0 || cast):
		k.Param, k.Ordinal = written, src.ordinalOf(t)
	case t.kind == tokNumber && len(rest) == 0:
		if v, err := strconv.ParseInt(written, 10, 64); err == nil {
			k.Const = &v
		}
	case written == "-" && len(rest) == 1 && rest[0].kind == tokNumber:
		if v, err := strconv.ParseInt("-"+src.text[rest[0].pos:rest[0].end], 10, 64); err == nil {
			k.Const = &v
		}
	}
	return k
}

// ordinalOf returns how many placeholders stand before t in the text.
func (src source) ordinalOf(t token) int {
	n := src.ordinal
	for _, u := range src.tokens {
		if u.pos >= t.pos {
			break
		}
		if u.kind == tokParam || u.kind == tokHole {
			n++
		}
	}
	return n
}

// tokenCalls finds the lock calls of a statement that was not understood.
func (src source) tokenCalls() []Call {
	var calls []Call
	sig := significant(src.tokens)
	for i, t := range sig {
		f, ok := tokenFunc(src.text, t)
		if !ok {
			continue
		}
		pos := t.pos
		if i >= 2 && src.text[sig[i-1].pos:sig[i-1].end] == "." {
			if !strings.EqualFold(src.text[sig[i-2].pos:sig[i-2].end], "pg_catalog") {
				continue
			}
			pos = sig[i-2].pos
		}
		if c, ok := src.locate(f, pos); ok {
			c.Keys = nil
			calls = append(calls, c)
		}
	}
	return calls
}

func tokenFunc(text string, t token) (Func, bool) {
	if t.kind != tokWord {
		return Func{}, false
	}
	return FuncByName(text[t.pos:t.end])
}
