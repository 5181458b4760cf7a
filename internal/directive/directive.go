// Package directive reads the comments by which a program speaks to the analyzers.
//
//	//advlock:acquires [KEY...]    the function leaves locks held, those of the keys, for its caller to release
//	//advlock:releases             the function releases what its caller, or another method, has acquired
//	//advlock:hold WHY             the lock that is taken here is meant to live as long as the process
//	//advlock:ignore RULE WHY      what the rule would report here is accepted
//
// The first two say of a function, a method or a method of an interface what cannot be inferred. RULE is a rule, as in
// sqlorder/overlock, or an analyzer, which stands for all its rules; several are separated by commas. WHY is mandatory:
// a directive that gives no reason has no effect.
//
// A directive stands at the end of the line that it speaks of, or in the comment on the lines above. It has the form of
// Go's own directives, so there is no space after the slashes; a comment that has one is kept as a [Directive] with a
// [Problem], for the reader who believes that it works.
package directive

import (
	"go/ast"
	"slices"
	"strings"
)

// The directives.
const (
	Acquires = "acquires"
	Releases = "releases"
	Hold     = "hold"
	Ignore   = "ignore"
)

// Words lists the directives.
var Words = []string{Acquires, Releases, Hold, Ignore}

// A Directive is one comment.
type Directive struct {
	Comment *ast.Comment
	Word    string   // what follows the colon, one of [Words] unless there is a Problem
	Args    []string // the keys of acquires, the rules of ignore
	Why     string   // the reason of hold and ignore
	Problem Problem  // why the directive has no effect
}

// A Problem is what is wrong with the form of a directive.
type Problem int

// The problems, of which the first that applies is kept.
const (
	None        Problem = iota
	Spaced              // a space after the slashes makes it an ordinary comment
	UnknownWord         // the word is none of [Words]
	NoRule              // ignore without a rule
	NoReason            // ignore or hold without a reason
)

// String returns the directive as it is to be written, without its arguments.
func (d *Directive) String() string { return "//" + prefix + d.Word }

// Is reports whether the directive is that of the word, and has an effect.
func (d *Directive) Is(word string) bool { return d.Problem == None && d.Word == word }

// Ignores returns the argument by which the directive accepts a rule, such as sqlorder/overlock: the rule or its
// analyzer.
func (d *Directive) Ignores(rule string) (arg string, ok bool) {
	if !d.Is(Ignore) {
		return "", false
	}
	analyzer, _, _ := strings.Cut(rule, "/")
	for _, arg := range []string{rule, analyzer} {
		if slices.Contains(d.Args, arg) {
			return arg, true
		}
	}
	return "", false
}

const prefix = "advlock:"

// parse reads a comment. It returns nil if the comment is no directive, nor one that is spoilt by a space.
func parse(c *ast.Comment) *Directive {
	text, ok := strings.CutPrefix(c.Text, "//")
	if !ok {
		return nil
	}
	text, spaced := strings.CutPrefix(text, " ")
	if text, ok = strings.CutPrefix(text, prefix); !ok {
		return nil
	}
	word, rest := cutField(text)
	d := &Directive{Comment: c, Word: word}
	known := slices.Contains(Words, word)
	switch {
	case spaced && !known:
		return nil // prose
	case spaced:
		d.Problem = Spaced
	case !known:
		d.Problem = UnknownWord
	}

	switch word {
	case Acquires:
		rest, _, _ = strings.Cut(rest, "//")
		d.Args = strings.Fields(rest)
	case Ignore:
		d.Args, rest = cutList(rest)
		d.Why = reason(rest)
	case Hold:
		d.Why = reason(rest)
	}
	switch {
	case d.Problem != None:
	case word == Ignore && len(d.Args) == 0:
		d.Problem = NoRule
	case (word == Ignore || word == Hold) && d.Why == "":
		d.Problem = NoReason
	}
	return d
}

// cutList takes a list that is separated by commas, with or without spaces, from the start of s.
func cutList(s string) (list []string, rest string) {
	for more := true; more; {
		var field string
		field, s = cutField(s)
		for arg := range strings.SplitSeq(field, ",") {
			if arg != "" {
				list = append(list, arg)
			}
		}
		more = s != "" && (strings.HasSuffix(field, ",") || strings.HasPrefix(s, ","))
	}
	return list, s
}

func cutField(s string) (field, rest string) {
	field = s
	if i := strings.IndexAny(s, " \t"); i >= 0 {
		field, rest = s[:i], s[i:]
	}
	return field, strings.TrimSpace(rest)
}

// reason returns the reason at the end of a directive. Who is used to nolint writes it as a comment of its own.
func reason(s string) string {
	return strings.TrimSpace(strings.TrimPrefix(s, "//"))
}
