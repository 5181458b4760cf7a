package locksql

import "strings"

// A source is one statement of a text, as tokens.
type source struct {
	text    string // the whole text
	pos     int    // where the statement begins: at its first token that is neither space nor comment
	end     int    // where it ends, without the semicolon
	tokens  []token
	prefix  string // what the parser is to see before the tokens: SELECT, for an expression
	ordinal int    // how many placeholders stand before it in the text
}

// split cuts tokens into statements at the semicolons. Semicolons inside a BEGIN ATOMIC body belong to its statement.
func split(text string, tokens []token) []source {
	var out []source
	depth, ordinal, before := 0, 0, 0
	atomic := 0
	start := 0
	last := ""
	flush := func(i int) {
		if s, ok := newSource(text, tokens[start:i], before); ok {
			out = append(out, s)
		}
		start, before, depth, atomic = i+1, ordinal, 0, 0
	}
	for i, t := range tokens {
		switch t.kind {
		case tokParam, tokHole:
			ordinal++
		case tokWord:
			word := strings.ToLower(text[t.pos:t.end])
			switch {
			case word == "atomic" && last == "begin":
				atomic = 1
			case atomic > 0 && (word == "case" || word == "begin"):
				atomic++
			case atomic > 0 && word == "end":
				atomic--
			}
			last = word
		case tokPunct:
			switch text[t.pos] {
			case '(':
				depth++
			case ')':
				depth--
			case ';':
				if depth <= 0 && atomic == 0 {
					flush(i)
				}
			}
		}
	}
	flush(len(tokens))
	return out
}

func newSource(text string, tokens []token, ordinal int) (source, bool) {
	tokens = trim(tokens)
	if len(tokens) == 0 {
		return source{}, false
	}
	return source{
		text: text, tokens: tokens, ordinal: ordinal,
		pos: tokens[0].pos, end: tokens[len(tokens)-1].end,
	}, true
}

// trim drops spaces and comments at both ends.
func trim(tokens []token) []token {
	blank := func(t token) bool { return t.kind == tokSpace || t.kind == tokComment }
	for len(tokens) > 0 && blank(tokens[0]) {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && blank(tokens[len(tokens)-1]) {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// significant returns the tokens that are neither spaces nor comments.
func significant(tokens []token) []token {
	out := make([]token, 0, len(tokens))
	for _, t := range tokens {
		if t.kind != tokSpace && t.kind != tokComment {
			out = append(out, t)
		}
	}
	return out
}

// nesting estimates how deep the C parser's tree of tokens can become. Operators, joins and set operations lean to
// the left, one level for each; parentheses, CASE and NOT nest; commas, AND and OR do not.
func nesting(text string, tokens []token) int {
	type level struct{ chain, arms int }
	stack := []level{{}}
	sum, deepest := 0, 0
	for _, t := range tokens {
		top := &stack[len(stack)-1]
		was := top.chain + top.arms
		switch t.kind {
		case tokOp:
			top.chain++
		case tokWord:
			switch strings.ToLower(text[t.pos:t.end]) {
			case "and", "or":
				top.chain = 0
			case "not", "is", "case", "in", "like", "ilike", "between", "collate", "at", "similar":
				top.chain++
			case "join", "union", "intersect", "except":
				top.arms++
				top.chain = 0
			}
		case tokPunct:
			switch text[t.pos] {
			case '(', '[':
				sum += top.chain + top.arms + 1
				stack = append(stack, level{})
				deepest = max(deepest, sum)
				continue
			case ')', ']':
				if len(stack) > 1 {
					stack = stack[:len(stack)-1]
					up := stack[len(stack)-1]
					sum -= up.chain + up.arms + 1
					continue
				}
			case ',':
				top.chain = 0
			}
		}
		if now := top.chain + top.arms; now > was {
			deepest = max(deepest, sum+now)
		}
	}
	return deepest
}
