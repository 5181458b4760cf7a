package ruledoc

import (
	"go/doc/comment"
	"strings"
)

// A Rule is one kind of finding, as its pass documents it.
type Rule struct {
	// ID is the name of the analyzer and the category of the diagnostic, as in "sqlorder/overlock".
	ID string

	// Summary is the first paragraph, on one line.
	Summary string

	// Body is the rest, in the syntax of Go doc comments.
	Body string

	// Flag is the flag, with its dash, without which the rule reports nothing. It is empty for a rule that is on by
	// default.
	Flag string
}

// OnByDefault reports whether the rule reports without a flag being set.
func (r Rule) OnByDefault() bool { return r.Flag == "" }

// Rules returns the rules that the Doc of an analyzer describes, in its order.
func Rules(doc string) []Rule {
	_, sections := split(doc)
	var rules []Rule
	for _, s := range sections {
		if s.kind == "Rule" {
			rules = append(rules, newRule(s))
		}
	}
	return rules
}

// Overview returns the Doc of an analyzer without its rules.
func Overview(doc string) string {
	before, _ := split(doc)
	return before
}

func newRule(s section) Rule {
	r := Rule{ID: s.name}
	summary, body, _ := strings.Cut(s.text, "\n\n")
	r.Summary = strings.Join(strings.Fields(summary), " ")
	var keep []string
	for par := range strings.SplitSeq(body, "\n\n") {
		if flag, ok := strings.CutPrefix(strings.TrimSpace(par), "Flag: "); ok {
			r.Flag = flag
			continue
		}
		keep = append(keep, par)
	}
	r.Body = strings.Trim(strings.Join(keep, "\n\n"), "\n")
	return r
}

// Text renders the rule for a terminal of the given width.
func (r Rule) Text(width int) string {
	p := &comment.Printer{TextWidth: width}
	return r.ID + "\n\n" + string(p.Text(parse(r.Summary+"\n\n"+r.Body))) + "\n" + r.state() + "\n" + URL(r.ID) + "\n"
}

// Markdown renders the page of the rule.
func (r Rule) Markdown() string {
	p := &comment.Printer{HeadingLevel: 2, HeadingID: func(*comment.Heading) string { return "" }}
	return "# " + r.ID + "\n\n" + string(p.Markdown(parse(r.Summary+"\n\n"+r.Body))) + "\n" + r.state() + "\n"
}

func (r Rule) state() string {
	if r.OnByDefault() {
		return "This rule is on by default."
	}
	return "This rule is off unless " + r.Flag + " is set."
}

func parse(text string) *comment.Doc {
	var p comment.Parser
	return p.Parse(text)
}
