package locksql

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// maxSnippet bounds how much of a condition a message quotes.
const maxSnippet = 48

// snippet returns the expression as written, for a message: from its first byte to the end of its term, white space
// folded, unknown pieces as ..., cut if long.
func (a *analysis) snippet(n *pg.Node) string {
	if n.GetNode() == nil {
		return ""
	}
	at := leftmost(n)
	if at < 0 {
		return ""
	}
	start := a.origin(at)
	text := a.src.text[start:termEnd(a.src, start)]
	if strings.Trim(text, string(Hole)+" ") == "" {
		return "" // an unknown piece has no text to quote
	}
	return fold(text)
}

func fold(s string) string {
	s = strings.Join(strings.Fields(strings.ReplaceAll(s, string(Hole), "...")), " ")
	if len(s) <= maxSnippet {
		return s
	}
	cut := maxSnippet
	for cut > 0 && s[cut]&0xc0 == 0x80 { // not inside a rune
		cut--
	}
	return s[:cut] + "..."
}

// endsTerm lists the keywords at which a term of a condition ends.
var endsTerm = words(`and or then else end when order group limit offset fetch for having returning union intersect
	except window on left right full inner join cross where loop`)

// termEnd returns where the term that begins at start ends.
func termEnd(src source, start int) int {
	depth, end, between := 0, start, false
	for _, t := range src.tokens {
		if t.pos < start {
			continue
		}
		text := src.text[t.pos:t.end]
		word := ""
		if t.kind == tokWord {
			word = strings.ToLower(text)
		}
		switch {
		case t.kind == tokSpace || t.kind == tokComment:
			continue
		case text == "(" || text == "[":
			depth++
		case text == ")" || text == "]":
			if depth--; depth < 0 {
				return end
			}
		case depth > 0:
		case text == "," || text == ";":
			return end
		case word == "between":
			between = true
		case word == "and" && between:
			between = false
		case word == "case" && t.pos == start:
			return caseEnd(src, start)
		case endsTerm[word] && t.pos > start:
			return end
		}
		end = t.end
	}
	return end
}

// caseEnd returns the end of the CASE expression that begins at start.
func caseEnd(src source, start int) int {
	depth := 0
	for _, t := range src.tokens {
		if t.pos < start || t.kind != tokWord {
			continue
		}
		switch strings.ToLower(src.text[t.pos:t.end]) {
		case "case":
			depth++
		case "end":
			if depth--; depth == 0 {
				return t.end
			}
		}
	}
	return src.end
}
