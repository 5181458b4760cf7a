package locksql

import (
	"sort"
	"strconv"
	"strings"
)

// role says what a placeholder or hole stands for in the text that is given to the parser.
type role int

const (
	asExpr     role = iota // $7
	asList                 // ($7), after IN or VALUES
	asName                 // hole7
	asNothing              // an optional clause that is not there
	asOperator             // =
	asSetting              // hole7 = $7, after SET
)

// roles lists what is tried for a placeholder that the parser does not accept in its first role.
var roles = []role{asExpr, asName, asNothing, asList, asOperator, asSetting}

// masked is a statement in which placeholders and holes are replaced by what the grammar accepts.
type masked struct {
	src   source
	text  string
	segs  []segment
	slots []slot
}

// A segment maps a byte range of the masked text to the original one.
type segment struct {
	out, in  int
	verbatim bool
}

// A slot is a placeholder or hole of the statement. In the masked text it is $n, with n its index plus one.
type slot struct {
	tok     token
	out     int // where its replacement begins in the masked text
	role    role
	unknown bool // a piece of syntax can stand here, not only a value
	first   role // what its neighbours suggest
	tries   int  // how many of roles were tried
}

// newSlots finds the placeholders of a statement and gives each the role that its neighbours suggest.
func newSlots(src source) []slot {
	var slots []slot
	sig := significant(src.tokens)
	for i, t := range sig {
		if t.kind != tokParam && t.kind != tokHole {
			continue
		}
		var before, after *token
		if i > 0 {
			before = &sig[i-1]
		}
		if i+1 < len(sig) {
			after = &sig[i+1]
		}
		first := firstRole(src.text, t, before, after)
		slots = append(slots, slot{tok: t, role: first, first: first, unknown: unknown(src.text, t)})
	}
	return slots
}

// unknown reports whether t can stand for more than a value: a hole, %s, a template action, or a placeholder that the
// Go library replaces by text before the server sees it (?, :name, @name).
func unknown(text string, t token) bool {
	return t.kind == tokHole || text[t.pos] != '$'
}

func firstRole(text string, t token, before, after *token) role {
	word := func(t *token) string {
		if t == nil || t.kind != tokWord {
			return ""
		}
		return strings.ToLower(text[t.pos:t.end])
	}
	dot := func(t *token) bool { return t != nil && text[t.pos] == '.' && t.end == t.pos+1 }
	if text[t.pos] == '$' && t.kind == tokParam {
		return asExpr
	}
	glued := before != nil && before.end == t.pos && (before.kind == tokWord || dot(before)) ||
		after != nil && after.pos == t.end && (after.kind == tokWord || dot(after))
	switch w := word(before); {
	case glued:
		return asName
	case nameFollows[w]:
		return asName
	case w == "set" && (after == nil || endsTerm[word(after)]):
		return asSetting
	case w == "in", w == "values":
		if after == nil || text[after.pos] != '(' {
			return asList
		}
	case before != nil && endsOperand(*before, text):
		return asNothing
	case before == nil:
		return asNothing
	}
	return asExpr
}

// nameFollows lists the keywords after which a name stands and no expression.
var nameFollows = words("from join into update table only as index schema function procedure truncate of")

// mask writes the statement with its slots in their present roles.
func (m *masked) mask() {
	var b strings.Builder
	b.WriteString(m.src.prefix)
	m.segs = m.segs[:0]
	next := 0
	for _, t := range m.src.tokens {
		piece := m.src.text[t.pos:t.end]
		verbatim := true
		switch t.kind {
		case tokParam, tokHole:
			piece = m.slots[next].write(next + 1)
			m.slots[next].out = b.Len()
			next++
			verbatim = false
		case tokComment:
			piece, verbatim = " ", false
		case tokQuoted, tokString, tokDollar:
			piece = strings.ReplaceAll(piece, string(Hole), "x")
		}
		m.segs = append(m.segs, segment{b.Len(), t.pos, verbatim})
		b.WriteString(piece)
	}
	m.text = b.String()
}

func (s slot) write(n int) string {
	switch s.role {
	case asList:
		return "($" + strconv.Itoa(n) + ")"
	case asName:
		return "hole" + strconv.Itoa(n)
	case asNothing:
		return " "
	case asOperator:
		return " = "
	case asSetting:
		return "hole" + strconv.Itoa(n) + " = $" + strconv.Itoa(n)
	}
	return "$" + strconv.Itoa(n)
}

// origin returns the place in the original text of a place in the masked text.
func (m *masked) origin(out int) int {
	i := sort.Search(len(m.segs), func(i int) bool { return m.segs[i].out > out }) - 1
	if i < 0 {
		return m.src.pos
	}
	if s := m.segs[i]; s.verbatim {
		return s.in + out - s.out
	}
	return m.segs[i].in
}

// slotAt returns the slot of parameter $n of the masked text.
func (m *masked) slotAt(n int32) (slot, int, bool) {
	if n < 1 || int(n) > len(m.slots) {
		return slot{}, 0, false
	}
	return m.slots[n-1], m.src.ordinal + int(n) - 1, true
}
