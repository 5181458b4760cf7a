package locksql

import "strings"

// tokenKind tells tokens apart as far as this package needs it.
type tokenKind int

const (
	tokWord    tokenKind = iota // keyword or identifier, unquoted
	tokQuoted                   // "identifier"
	tokString                   // '..', E'..', B'..', U&'..'
	tokDollar                   // $tag$..$tag$
	tokNumber                   // 42, 1.5e3, 0xff
	tokParam                    // $1, ?, ?0, @name, :name, %d, {{..}}
	tokHole                     // an unknown piece
	tokOp                       // a run of operator characters, also :: and :=
	tokPunct                    // ( ) [ ] , ; . :
	tokComment                  // -- and /* */
	tokSpace
)

// A token is a piece of SQL text. The tokens of a text cover it without gaps.
type token struct {
	kind     tokenKind
	pos, end int
}

// lex splits text into tokens. It accepts every text: what PostgreSQL would refuse (an unterminated string) ends with
// the text.
func lex(text string) []token {
	l := lexer{text: text}
	for l.pos < len(text) {
		l.next()
	}
	return l.tokens
}

type lexer struct {
	text     string
	pos      int
	tokens   []token
	last     token // the last token that is neither space nor comment
	brackets int   // depth of [ ], where : is a slice
}

func (l *lexer) emit(kind tokenKind, end int) {
	t := token{kind, l.pos, end}
	l.tokens = append(l.tokens, t)
	if kind != tokSpace && kind != tokComment {
		l.last = t
	}
	l.pos = end
}

func (l *lexer) next() {
	s, i := l.text, l.pos
	c := s[i]
	rest := s[i:]
	switch {
	case isSpace(c):
		l.emit(tokSpace, i+span(rest, isSpace))
	case c == Hole:
		l.emit(tokHole, i+1)
	case strings.HasPrefix(rest, "--"):
		l.emit(tokComment, i+lineEnd(rest))
	case strings.HasPrefix(rest, "/*"):
		l.emit(tokComment, i+blockComment(rest))
	case strings.HasPrefix(rest, "{{"):
		end := strings.Index(rest, "}}")
		if end < 0 {
			l.emit(tokPunct, i+1)
			return
		}
		l.emit(tokParam, i+end+2)
	case c == '\'':
		l.emit(tokString, i+quoted(rest, '\'', false))
	case c == '"':
		l.emit(tokQuoted, i+quoted(rest, '"', false))
	case c == '$':
		l.dollar(rest)
	case c >= '0' && c <= '9', c == '.' && len(rest) > 1 && isDigit(rest[1]):
		l.emit(tokNumber, i+number(rest))
	case isWordStart(c):
		l.word(rest)
	case strings.IndexByte("()[],;.", c) >= 0:
		switch c {
		case '[':
			l.brackets++
		case ']':
			l.brackets--
		}
		l.emit(tokPunct, i+1)
	case c == ':':
		l.colon(rest)
	case isOp(c):
		l.operator(rest)
	default:
		l.emit(tokPunct, i+1)
	}
}

// word reads an identifier or keyword, and the strings that begin like one: E'..', U&'..', B'..', X'..', N'..'.
func (l *lexer) word(rest string) {
	n := span(rest, isWord)
	if n == 1 && len(rest) > 1 && rest[1] == '\'' && strings.IndexByte("eEbBxXnN", rest[0]) >= 0 {
		escapes := rest[0] == 'e' || rest[0] == 'E'
		l.emit(tokString, l.pos+1+quoted(rest[1:], '\'', escapes))
		return
	}
	if n == 1 && (rest[0] == 'u' || rest[0] == 'U') && strings.HasPrefix(rest[1:], "&'") {
		l.emit(tokString, l.pos+2+quoted(rest[2:], '\'', false))
		return
	}
	l.emit(tokWord, l.pos+n)
}

// dollar reads $1, $tag$..$tag$, or a lone dollar.
func (l *lexer) dollar(rest string) {
	if n := span(rest[1:], isDigit); n > 0 {
		l.emit(tokParam, l.pos+1+n)
		return
	}
	n := 1 + span(rest[1:], func(c byte) bool { return isWord(c) && c != '$' })
	if n >= len(rest) || rest[n] != '$' {
		l.emit(tokPunct, l.pos+1)
		return
	}
	tag := rest[:n+1]
	if end := strings.Index(rest[len(tag):], tag); end >= 0 {
		l.emit(tokDollar, l.pos+len(tag)+end+len(tag))
		return
	}
	l.emit(tokDollar, len(l.text))
}

// colon reads ::, :=, :name, :'name', or a lone colon. Inside brackets after an operand, a colon is an array slice.
func (l *lexer) colon(rest string) {
	switch {
	case strings.HasPrefix(rest, "::"), strings.HasPrefix(rest, ":="):
		l.emit(tokOp, l.pos+2)
	case len(rest) > 1 && isWordStart(rest[1]) && !(l.brackets > 0 && l.afterOperand()):
		l.emit(tokParam, l.pos+1+span(rest[1:], isWord))
	case len(rest) > 2 && (rest[1] == '\'' || rest[1] == '"') && !l.afterOperand():
		l.emit(tokParam, l.pos+1+quoted(rest[1:], rest[1], false))
	default:
		l.emit(tokPunct, l.pos+1)
	}
}

// operator reads a run of operator characters. A placeholder may stand glued to its end (a=?, x>=@since) or alone
// where an operand is due; everywhere else ?, ?|, @> and % are PostgreSQL's own operators.
func (l *lexer) operator(rest string) {
	n := 0
	for n < len(rest) && isOp(rest[n]) && !strings.HasPrefix(rest[n:], "--") && !strings.HasPrefix(rest[n:], "/*") {
		due := n > 0 && rest[n-1] != '@' || n == 0 && !l.afterOperand() // @? is jsonb's own
		if width := placeholder(rest[n:], due); width > 0 {
			if n > 0 {
				l.emit(tokOp, l.pos+n)
			}
			l.emit(tokParam, l.pos+width)
			return
		}
		n++
	}
	l.emit(tokOp, l.pos+max(n, 1))
}

// placeholder returns the length of the placeholder that s begins with, or 0. due says that an operand is expected.
func placeholder(s string, due bool) int {
	at := func(i int) byte {
		if i < len(s) {
			return s[i]
		}
		return 0
	}
	switch s[0] {
	case '?':
		if !due || at(1) == '|' || at(1) == '&' {
			return 0
		}
		return 1 + span(s[1:], isWord) // ?, ?0, ?name
	case '@':
		if due && isWordStart(at(1)) {
			return 1 + span(s[1:], isWord)
		}
	case '%':
		return verb(s)
	}
	return 0
}

// verb returns the length of the formatting verb, of Go or of PostgreSQL's format(), that s begins with, or 0. A space after the percent sign, or a
// longer word, makes it the modulo operator.
func verb(s string) int {
	i := 1
	for i < len(s) && strings.IndexByte("+-#0123456789.[]$", s[i]) >= 0 {
		i++
	}
	if i >= len(s) || strings.IndexByte("sdvqtxXfgTpbceoUIL", s[i]) < 0 {
		return 0
	}
	if i+1 < len(s) && isWord(s[i+1]) {
		return 0
	}
	return i + 1
}

// afterOperand reports whether the last token ends an operand, so that an operator may follow.
func (l *lexer) afterOperand() bool {
	if l.last.end == 0 {
		return false
	}
	return endsOperand(l.last, l.text)
}

func endsOperand(t token, text string) bool {
	switch t.kind {
	case tokQuoted, tokString, tokDollar, tokNumber, tokParam, tokHole:
		return true
	case tokWord:
		return !operandFollows[strings.ToLower(text[t.pos:t.end])]
	case tokPunct:
		return text[t.pos] == ')' || text[t.pos] == ']'
	}
	return false
}

// operandFollows lists the keywords after which an expression begins.
var operandFollows = words(`all and any array as asc between by case cast cross desc distinct do else elsif end except
	execute exists fetch filter first for from full group having if ilike in inner insert intersect interval into is join
	lateral left like limit loop natural next not of offset on only or order outer over partition perform query returning
	return returns right select set similar some table then to union update using values when where while window with`)

func words(list string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

func span(s string, in func(byte) bool) int {
	for i := range len(s) {
		if !in(s[i]) {
			return i
		}
	}
	return len(s)
}

// quoted returns the length of the quoted piece that s begins with; a doubled quote stands for itself.
func quoted(s string, quote byte, escapes bool) int {
	for i := 1; i < len(s); i++ {
		switch {
		case escapes && s[i] == '\\':
			i++
		case s[i] == quote:
			if i+1 < len(s) && s[i+1] == quote {
				i++
				continue
			}
			return i + 1
		}
	}
	return len(s)
}

func lineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// blockComment returns the length of the comment that s begins with. PostgreSQL's comments nest.
func blockComment(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "/*"):
			depth++
			i++
		case strings.HasPrefix(s[i:], "*/"):
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func number(s string) int {
	n := span(s, func(c byte) bool { return isDigit(c) || c == '.' || c == '_' })
	if strings.HasSuffix(s[:n], "..") { // 1..10 in a PL/pgSQL loop
		return n - 2
	}
	if i := strings.Index(s[:n], ".."); i > 0 {
		return i
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E' || s[n] == 'x' || s[n] == 'X') {
		m := n + 1
		if m < len(s) && (s[m] == '+' || s[m] == '-') {
			m++
		}
		if d := span(s[m:], isHex); d > 0 {
			return m + d
		}
	}
	return n
}

func isSpace(c byte) bool     { return c == ' ' || c >= '\t' && c <= '\r' }
func isDigit(c byte) bool     { return c >= '0' && c <= '9' }
func isHex(c byte) bool       { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
func isWordStart(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }
func isWord(c byte) bool      { return isWordStart(c) || isDigit(c) || c == '$' }
func isOp(c byte) bool        { return strings.IndexByte("+-*/<>=~!@#%^&|`?", c) >= 0 }
