package locksql

import "strings"

// A fragment is SQL to be read on its own: a statement of a text, or a query or expression out of a function body.
type fragment struct {
	source
	kind     fragmentKind
	leaves   bool   // for loopQuery: the loop can be left early
	assignee string // for assignment: the variable
}

type fragmentKind int

const (
	wholeStatement fragmentKind = iota
	bareSelect                  // a SELECT in PL/pgSQL without a destination
	condition                   // of IF, WHILE, EXIT WHEN
	assignment
	loopQuery // the query of a FOR loop
)

// inBody judges what only the place in a PL/pgSQL body makes a hazard.
func (f fragment) inBody(a *analysis, s site) *Hazard {
	switch f.kind {
	case bareSelect:
		return &Hazard{Category: Invalid, Reason: NoDestination}
	case condition, assignment:
		whole := len(s.path) == 2 && s.lv.read == byClient // the expression is the call
		boolean := f.kind == condition || a.vars[f.assignee] == "boolean" || a.vars[f.assignee] == "bool"
		if whole && boolean && s.fn.Void() {
			return &Hazard{Category: Invalid, Reason: VoidAsBoolean}
		}
	case loopQuery:
		if f.leaves && s.fn.Action == Acquire && s.lv.reads() {
			return &Hazard{Category: Overlock, Reason: LoopLeft}
		}
	}
	return nil
}

// A body is the code of a DO block or of a function.
type body struct {
	source
	sql     bool // LANGUAGE sql; plpgsql otherwise
	defines bool // CREATE FUNCTION or PROCEDURE
	vars    map[string]string
}

// findBody returns the body of a DO, CREATE FUNCTION or CREATE PROCEDURE statement whose code is a string. Other
// languages than sql and plpgsql have none here. The parameters of a function are known even if its code is no string.
func findBody(src source) (body, bool) {
	sig := significant(src.tokens)
	word := func(i int) string {
		if i < 0 || i >= len(sig) || sig[i].kind != tokWord {
			return ""
		}
		return strings.ToLower(src.text[sig[i].pos:sig[i].end])
	}
	b := body{vars: map[string]string{}}
	language := "plpgsql"
	head := 1
	switch {
	case word(0) == "do":
	case word(0) == "create":
		if word(1) == "or" && word(2) == "replace" {
			head = 3
		}
		if word(head) != "function" && word(head) != "procedure" {
			return body{}, false
		}
		b.defines = true
		language = "sql"
		b.parameters(src, sig[head+1:])
	default:
		return body{}, false
	}
	code := -1
	for i, t := range sig {
		switch {
		case word(i) == "language" && i+1 < len(sig):
			language = strings.ToLower(strings.Trim(src.text[sig[i+1].pos:sig[i+1].end], `'"`))
		case t.kind == tokDollar, t.kind == tokString && (word(i-1) == "as" || word(i-1) == "do"):
			if code < 0 {
				code = i
			}
		}
	}
	if code < 0 || language != "sql" && language != "plpgsql" {
		return b, false
	}
	b.sql = language == "sql"
	b.source = inner(src, sig[code])
	return b, true
}

// inner returns the text of a string token as a source of its own, at the same positions. Doubled quotes of '..' become
// a space and a quote, which keeps positions and structure.
func inner(src source, t token) source {
	text := src.text[t.pos:t.end]
	start, end := t.pos+1, t.end-1
	if t.kind == tokDollar {
		tag := strings.IndexByte(text[1:], '$') + 2
		start, end = t.pos+tag, t.end
		if strings.HasSuffix(text[tag:], text[:tag]) {
			end -= tag
		}
	} else if text[0] != '\'' {
		start++
	}
	end = max(end, start)
	whole := src.text
	if t.kind == tokString {
		whole = whole[:start] + strings.ReplaceAll(whole[start:end], "''", " '") + whole[end:]
	}
	tokens := lex(whole[start:end])
	for i := range tokens {
		tokens[i].pos += start
		tokens[i].end += start
	}
	return source{text: whole, pos: start, end: end, tokens: tokens, ordinal: src.ordinal}
}

// parameters records the names of a function's parameters: the word before each type, in the first parentheses.
func (b *body) parameters(src source, sig []token) {
	depth, fresh := 0, false
	for i, t := range sig {
		text := src.text[t.pos:t.end]
		switch {
		case text == "(":
			depth++
			fresh = depth == 1
		case text == ")":
			if depth--; depth == 0 {
				return
			}
		case text == "," && depth == 1:
			fresh = true
		case fresh && t.kind == tokWord:
			switch name := strings.ToLower(text); name {
			case "in", "out", "inout", "variadic":
			default:
				typ := ""
				if i+1 < len(sig) {
					typ = strings.ToLower(src.text[sig[i+1].pos:sig[i+1].end])
				}
				b.vars[name] = typ
				fresh = false
			}
		}
	}
}

// calls reads the body.
func (b body) calls() ([]Call, error) {
	var fragments []fragment
	if b.sql {
		for _, src := range split(b.text, b.tokens) {
			fragments = append(fragments, fragment{source: src})
		}
	} else {
		fragments = plpgsql(b.source, b.vars)
	}
	var calls []Call
	var failed error
	for _, f := range fragments {
		c, _, err := f.read(b.vars)
		if err != nil && failed == nil {
			failed = err
		}
		calls = append(calls, c...)
	}
	return calls, failed
}
