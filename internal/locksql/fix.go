package locksql

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// An Edit replaces the bytes [Pos, End) of a text by New.
type Edit struct {
	Pos, End int
	New      string
}

// Fence returns the edits that turn the statement into its fenced form, candidates chosen and limited in a subquery,
// lock above, for the simple shapes; nil where the shape is not simple. The fixed text has been read again and is
// free of hazards. Edits are in text order, do not overlap and leave holes untouched.
//
// Simple is one SELECT over one table, without grouping, DISTINCT or windows, with the lock as an item of the SELECT
// list or a try-lock as a term of WHERE. The subquery takes the table's alias, so that the other expressions keep their
// meaning.
func Fence(text string, c Call) []Edit {
	if len(c.Hazards) == 0 {
		return nil
	}
	for _, src := range split(text, lex(text)) {
		if c.Pos < src.pos || c.Pos >= src.end {
			continue
		}
		if _, inBody := findBody(src); inBody {
			return nil
		}
		m, tree, err := parseStatement(src)
		if err != nil {
			return nil
		}
		a := newAnalysis(m, tree, nil)
		for _, s := range a.sites {
			if a.origin(int(s.call.Location)) == c.Pos {
				return clean(text, c, a.fenced(s, c))
			}
		}
	}
	return nil
}

// clean returns the edits if the text that they make is understood and has no hazard left at any call.
func clean(text string, c Call, edits []Edit) []Edit {
	if edits == nil {
		return nil
	}
	fixed := Apply(text, edits)
	calls := 0
	for _, st := range Analyze(fixed).Statements {
		if st.Err != nil {
			return nil
		}
		for _, d := range st.Calls {
			calls++
			for _, h := range d.Hazards {
				if !h.Strict && d.Func == c.Func {
					return nil
				}
			}
		}
	}
	if calls == 0 {
		return nil
	}
	return edits
}

// Apply returns text with the edits made. They must be in text order and not overlap.
func Apply(text string, edits []Edit) string {
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.Pos])
		b.WriteString(e.New)
		at = e.End
	}
	b.WriteString(text[at:])
	return b.String()
}

func (a *analysis) fenced(s site, c Call) []Edit {
	lv := s.lv
	if !a.simple(lv) {
		return nil
	}
	from := a.origin(int(lv.rels[0].node.GetRangeVar().Location))
	alias, ok := a.aliasText(lv.rels[0])
	if !ok {
		return nil
	}
	open := Edit{from, from, "(SELECT * FROM "}
	switch {
	case s.clause == inTargets && len(c.Hazards) > 0 && c.Hazards[0].Reason != FanOut:
		if !sortsBase(lv) {
			return nil
		}
		return []Edit{open, {a.src.end, a.src.end, ") AS " + alias}}
	case s.clause == inWhere && s.fn.Try:
		return a.liftTerm(s, c, open, alias)
	}
	return nil
}

// simple reports whether the level is one plain SELECT over one table.
func (a *analysis) simple(lv *level) bool {
	if lv.read != byClient || lv.dml != noDML || lv.op != noSet || len(lv.ctes) > 0 || len(lv.rels) != 1 ||
		lv.rels[0].node.GetRangeVar() == nil || lv.unique || len(lv.on) > 0 || lv.grouped() || lv.usesWindows() ||
		lv.returnsSets() {
		return false
	}
	plain := true
	for _, t := range lv.targets {
		visit(t, func(n *pg.Node) bool {
			names := refNames(n.GetColumnRef())
			if len(names) > 2 || len(names) > 0 && systemColumns[names[len(names)-1]] {
				plain = false // SELECT * of the subquery does not carry it
			}
			return plain
		})
	}
	return plain
}

var systemColumns = words("ctid xmin xmax cmin cmax tableoid")

// sortsBase reports whether ORDER BY names columns of the table only, and nothing that the SELECT list makes.
func sortsBase(lv *level) bool {
	for _, item := range lv.order {
		for _, t := range lv.targets {
			if names(item, lv, t) && len(refNames(t.GetResTarget().GetVal().GetColumnRef())) == 0 {
				return false
			}
		}
		if integer(item.GetSortBy().GetNode()) != nil {
			return false
		}
	}
	return true
}

// aliasText returns the name of the relation as written, with its quotes. It reports false for a name that is not
// known.
func (a *analysis) aliasText(r *relation) (string, bool) {
	for _, t := range a.src.tokens {
		switch text := a.src.text[t.pos:t.end]; {
		case t.kind == tokQuoted && strings.ReplaceAll(strings.Trim(text, `"`), `""`, `"`) == r.name,
			t.kind == tokWord && strings.ToLower(text) == r.name:
			return text, true
		}
	}
	return "", false
}

// liftTerm moves a term of WHERE above a subquery that ends before LIMIT. OFFSET 0 keeps the planner from moving it
// back (measured: shapes S17 and Y12).
func (a *analysis) liftTerm(s site, c Call, open Edit, alias string) []Edit {
	lv := s.lv
	call := a.src.text[c.Pos:c.End]
	if len(s.path) > 2 || len(s.path) == 2 && !topTerm(s.spot) || lv.rowLock || !movable(call) {
		return nil
	}
	sig := significant(a.src.tokens)
	first, last := -1, -1
	for i, t := range sig {
		if t.pos == c.Pos {
			first = i
		}
		if t.end == c.End {
			last = i
		}
	}
	if first < 1 || last < 0 {
		return nil
	}
	cut := Edit{Pos: sig[first-1].pos, End: c.End} // AND call, or WHERE call
	if word := a.wordAt(sig[first-1]); word == "where" && last+1 < len(sig) && a.wordAt(sig[last+1]) == "and" {
		cut = Edit{Pos: c.Pos, End: sig[last+2].pos} // call AND
	}
	if cut.Pos > 0 && a.src.text[cut.Pos-1] == ' ' && cut.End == c.End {
		cut.Pos--
	}
	tail := a.src.end
	depth := 0
	for i, t := range sig {
		switch text := a.src.text[t.pos:t.end]; {
		case text == "(":
			depth++
		case text == ")":
			depth--
		case depth == 0 && t.pos > c.Pos && (a.wordAt(t) == "limit" || a.wordAt(t) == "offset" || a.wordAt(t) == "fetch"):
			tail = sig[i-1].end
		}
		if tail != a.src.end {
			break
		}
	}
	shut := Edit{tail, tail, " OFFSET 0) AS " + alias + " WHERE " + call}
	if cut.End == tail {
		return []Edit{open, {cut.Pos, cut.End, shut.New}}
	}
	return []Edit{open, cut, shut}
}

// movable reports whether the call can be moved in the text: it holds no piece that is bound by its position.
func movable(call string) bool { return !strings.ContainsAny(call, "?%{"+string(Hole)) }

func (a *analysis) wordAt(t token) string {
	if t.kind != tokWord {
		return ""
	}
	return strings.ToLower(a.src.text[t.pos:t.end])
}
