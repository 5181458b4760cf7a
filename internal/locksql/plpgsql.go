package locksql

import "strings"

// plpgsql cuts a PL/pgSQL body into the queries and expressions that it runs, and records its variables in vars. It
// reads statement heads and leaves what it does not know: it looks for lock calls, it does not check the code.
func plpgsql(src source, vars map[string]string) []fragment {
	r := &plReader{src: src, sig: significant(src.tokens), vars: vars}
	for _, name := range []string{"new", "old", "found", "sqlstate", "sqlerrm"} {
		vars[name] = ""
	}
	for r.i < len(r.sig) {
		before := r.i
		r.statement()
		if r.i == before {
			r.i++
		}
	}
	for i, f := range r.out {
		r.out[i].leaves = f.kind == loopQuery && r.left[i]
	}
	return r.out
}

type plReader struct {
	src   source
	sig   []token
	i     int
	vars  map[string]string
	out   []fragment
	loops []int        // the open loops: the index in out of a FOR loop's query, or -1
	left  map[int]bool // the loops that EXIT or RETURN leaves
}

func (r *plReader) statement() {
	switch w := r.word(r.i); w {
	case "declare":
		r.i++
		r.declarations()
	case "if", "elsif", "elseif":
		r.expression(condition, r.until("then"))
	case "while":
		r.expression(condition, r.until("loop"))
		r.loops = append(r.loops, -1)
	case "for", "foreach":
		r.forLoop()
	case "loop":
		r.i++
		r.loops = append(r.loops, -1)
	case "end":
		if r.word(r.i+1) == "loop" && len(r.loops) > 0 {
			r.loops = r.loops[:len(r.loops)-1]
		}
		r.until(";")
	case "exit", "continue":
		r.exit(w == "exit")
	case "return":
		r.leave(0)
		r.returned()
	case "case":
		if r.word(r.i+1) != "when" {
			r.expression(wholeStatement, r.until("when"))
			r.i--
		} else {
			r.i++
		}
	case "when": // of a CASE statement, or of EXCEPTION
		r.expression(wholeStatement, r.until("then"))
	case "begin", "else", "exception":
		r.i++
	case "perform":
		r.expression(wholeStatement, r.until(";"))
	case "execute":
		r.dynamic(r.until(";"))
	case "open":
		if tokens := r.until(";"); len(tokens) > 3 {
			r.query(wholeStatement, after(r.src.text, tokens, "for"))
		}
	case "select", "with", "values", "insert", "update", "delete", "merge", "call":
		r.i-- // until skips the head
		r.sql(r.until(";"))
	default:
		r.assignment()
	}
}

// word returns the keyword or identifier at i in lower case, or "".
func (r *plReader) word(i int) string {
	if i < 0 || i >= len(r.sig) || r.sig[i].kind != tokWord {
		return ""
	}
	return strings.ToLower(r.text(i))
}

func (r *plReader) text(i int) string {
	if i < 0 || i >= len(r.sig) {
		return ""
	}
	return r.src.text[r.sig[i].pos:r.sig[i].end]
}

// until returns the tokens between the one at the cursor and the next stop outside parentheses and CASE, and moves
// behind that. A semicolon always stops.
func (r *plReader) until(stop string) []token {
	r.i++
	start, depth, cases := r.i, 0, 0
	for ; r.i < len(r.sig); r.i++ {
		text := r.text(r.i)
		switch word := r.word(r.i); {
		case text == "(" || text == "[":
			depth++
		case text == ")" || text == "]":
			depth--
		case depth > 0:
		case text == ";" || word == stop && cases == 0:
			r.i++
			return r.sig[start : r.i-1]
		case word == "case":
			cases++
		case word == "end" && cases > 0:
			cases--
		}
	}
	return r.sig[min(start, len(r.sig)):]
}

// add records a fragment made of tokens, which the parser is to see behind prefix.
func (r *plReader) add(kind fragmentKind, prefix string, tokens []token) {
	if src, ok := newSource(r.src.text, spaced(tokens), r.src.ordinal); ok {
		src.prefix = prefix
		r.out = append(r.out, fragment{source: src, kind: kind})
	}
}

// spaced puts a space before each token, as the parser needs between tokens whose separators were dropped.
func spaced(tokens []token) []token {
	var out []token
	for i, t := range tokens {
		if i > 0 && tokens[i-1].end < t.pos {
			out = append(out, token{tokComment, tokens[i-1].end, t.pos}) // read as one space
		}
		out = append(out, t)
	}
	return out
}

func (r *plReader) expression(kind fragmentKind, tokens []token) { r.add(kind, "SELECT ", tokens) }

func (r *plReader) query(kind fragmentKind, tokens []token) { r.add(kind, "", tokens) }

// after returns the tokens behind the first word w, or nil.
func after(text string, tokens []token, w string) []token {
	for i, t := range tokens {
		if t.kind == tokWord && strings.EqualFold(text[t.pos:t.end], w) {
			return tokens[i+1:]
		}
	}
	return nil
}

// declarations reads the variables of a DECLARE section, up to its BEGIN.
func (r *plReader) declarations() {
	for r.i < len(r.sig) && r.word(r.i) != "begin" {
		name, typ := r.word(r.i), r.word(r.i+1)
		if typ == "constant" {
			typ = r.word(r.i + 2)
		}
		if name != "" {
			r.vars[name] = typ
		}
		tokens := r.until(";")
		switch {
		case typ == "cursor":
			r.query(wholeStatement, after(r.src.text, tokens, "for"))
		default:
			for i, t := range tokens {
				if text := strings.ToLower(r.src.text[t.pos:t.end]); text == ":=" || text == "=" || text == "default" {
					r.assign(name, tokens[i+1:])
					break
				}
			}
		}
	}
}

func (r *plReader) assign(name string, tokens []token) {
	n := len(r.out)
	r.expression(assignment, tokens)
	if len(r.out) > n {
		r.out[n].assignee = name
	}
}

// assignment reads name := expression, or leaves a statement that it does not know.
func (r *plReader) assignment() {
	name := r.word(r.i)
	r.i-- // until skips one
	tokens := r.until(";")
	for i, t := range tokens {
		if text := r.src.text[t.pos:t.end]; i > 0 && (text == ":=" || text == "=") {
			if i > 1 {
				name = "" // a field or an element
			}
			r.assign(name, tokens[i+1:])
			return
		}
	}
}

// forLoop reads FOR and FOREACH up to LOOP. Loops over integers and cursors run no query here.
func (r *plReader) forLoop() {
	each := r.word(r.i) == "foreach"
	tokens := r.until("loop")
	loop := -1
	for i, t := range tokens {
		word := strings.ToLower(r.src.text[t.pos:t.end])
		if word != "in" {
			if t.kind == tokWord {
				r.vars[word] = ""
			}
			continue
		}
		rest := tokens[i+1:]
		if len(rest) == 0 {
			break
		}
		switch head := strings.ToLower(r.src.text[rest[0].pos:rest[0].end]); {
		case each:
			r.expression(wholeStatement, after(r.src.text, rest, "array"))
		case head == "execute":
			r.dynamic(rest[1:])
		case head == "select" || head == "with" || head == "values" || head == "(" || head == "insert" || head == "update" ||
			head == "delete":
			r.query(loopQuery, rest)
			loop = len(r.out) - 1
		}
		break
	}
	r.loops = append(r.loops, loop)
}

// exit reads EXIT and CONTINUE. An EXIT with a label may leave any of the open loops.
func (r *plReader) exit(leaves bool) {
	tokens := r.until(";")
	labelled := len(tokens) > 0 && !strings.EqualFold(r.src.text[tokens[0].pos:tokens[0].end], "when")
	if leaves && len(r.loops) > 0 {
		from := len(r.loops) - 1
		if labelled {
			from = 0
		}
		r.leave(from)
	}
	r.expression(condition, after(r.src.text, tokens, "when"))
}

// leave marks the open loops from the given depth as left early.
func (r *plReader) leave(from int) {
	if r.left == nil {
		r.left = map[int]bool{}
	}
	for _, loop := range r.loops[min(from, len(r.loops)):] {
		r.left[loop] = true
	}
}

func (r *plReader) returned() {
	tokens := r.until(";")
	if len(tokens) == 0 {
		return
	}
	switch strings.ToLower(r.src.text[tokens[0].pos:tokens[0].end]) {
	case "query":
		if len(tokens) > 1 && strings.EqualFold(r.src.text[tokens[1].pos:tokens[1].end], "execute") {
			r.dynamic(tokens[2:])
			return
		}
		r.query(wholeStatement, tokens[1:])
	case "next":
		r.expression(wholeStatement, tokens[1:])
	default:
		r.expression(wholeStatement, tokens)
	}
}

// dynamic reads the strings of an EXECUTE: what they hold is SQL, with the verbs of format as unknown pieces.
func (r *plReader) dynamic(tokens []token) {
	for _, t := range tokens {
		if t.kind != tokString && t.kind != tokDollar || !mentions(r.src.text[t.pos:t.end]) {
			continue
		}
		in := inner(r.src, t)
		for _, src := range split(in.text, in.tokens) {
			r.out = append(r.out, fragment{source: src})
		}
	}
}

// sql reads a SQL statement of the body. Its INTO names variables and is not for the SQL parser.
func (r *plReader) sql(tokens []token) {
	kind, verb, depth := wholeStatement, "", 0
	var kept []token
	into := false
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		text := r.src.text[t.pos:t.end]
		word := ""
		if t.kind == tokWord {
			word = strings.ToLower(text)
		}
		switch {
		case text == "(":
			depth++
		case text == ")":
			depth--
		case depth > 0:
		case verb == "" && (word == "select" || word == "values" || word == "insert" || word == "update" ||
			word == "delete" || word == "merge" || word == "call"):
			verb = word
		case word == "into" && i > 0 && !insertInto(r.src.text, tokens[i-1]):
			into = true
			i = r.skipTargets(tokens, i+1) - 1
			continue
		}
		kept = append(kept, t)
	}
	if (verb == "select" || verb == "values") && !into {
		kind = bareSelect
	}
	r.query(kind, kept)
}

func insertInto(text string, t token) bool {
	word := strings.ToLower(text[t.pos:t.end])
	return word == "insert" || word == "merge"
}

// skipTargets returns the index behind the variables that INTO names.
func (r *plReader) skipTargets(tokens []token, i int) int {
	text := func(i int) string {
		if i >= len(tokens) {
			return ""
		}
		return strings.ToLower(r.src.text[tokens[i].pos:tokens[i].end])
	}
	if text(i) == "strict" {
		i++
	}
	for i < len(tokens) {
		i++ // a name
		for text(i) == "." {
			i += 2
		}
		if text(i) == "[" {
			for i < len(tokens) && text(i) != "]" {
				i++
			}
			i++
		}
		if text(i) != "," {
			return i
		}
		i++
	}
	return i
}
