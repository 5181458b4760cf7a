// Package ruledoc makes the documentation of a pass the one source of every text about its rules.
//
// A pass writes everything a user should know into the package comment of its doc.go, embeds that file, and passes it
// to [MustExtract]. What comes back is the analyzer's Doc, which go vet help, golangci-lint and editors show as it is;
// [Rules] finds the rules in it again, for the command line and for the pages below docs/rules. The comment reads
//
//	// Package name defines an Analyzer that ...
//	//
//	// # Analyzer name
//	//
//	// name: one line in the imperative
//	//
//	// What the analyzer looks for, and why.
//	//
//	// # Rule name/category
//	//
//	// One paragraph, the summary: what is reported.
//	//
//	// Flag: -name.flag
//	//
//	// What happens at run time, an example, and the way out.
//
// The line that starts with "Flag:" stands only in a rule that is off unless that flag is set. Headings of any other
// wording divide the text of the section they stand in.
package ruledoc

import (
	"fmt"
	"strings"
)

// Base is the address below which the page of every rule is found.
const Base = "https://github.com/advlockcheck/advlockcheck/blob/main/docs/rules/"

// URL returns the address of the page of a rule, which is named as in "sqlorder/overlock".
func URL(rule string) string { return Base + rule + ".md" }

// MustExtract returns the Doc of the named analyzer: the "# Analyzer" section of the package comment in content, the
// source of a doc.go file, followed by its "# Rule" sections. It panics on a malformed comment, and so belongs into the
// initialization of a package variable, where the first test of that package finds the mistake.
func MustExtract(content, analyzer string) string {
	doc, err := extract(content, analyzer)
	if err != nil {
		panic(fmt.Sprintf("doc.go of analyzer %s: %v", analyzer, err))
	}
	return doc
}

func extract(content, analyzer string) (string, error) {
	text, ok := packageComment(content)
	if !ok {
		return "", fmt.Errorf("no package comment")
	}
	_, sections := split(text)
	var parts []string
	for _, s := range sections {
		switch {
		case s.kind == "Analyzer" && s.name == analyzer:
			if !strings.HasPrefix(s.text, analyzer+": ") {
				return "", fmt.Errorf("section %q does not start with %q", "# Analyzer "+analyzer, analyzer+": ")
			}
			parts = append([]string{s.text}, parts...)
		case s.kind == "Rule" && strings.HasPrefix(s.name, analyzer+"/"):
			if s.text == "" {
				return "", fmt.Errorf("section %q is empty", "# Rule "+s.name)
			}
			parts = append(parts, "# Rule "+s.name+"\n\n"+s.text)
		default:
			return "", fmt.Errorf("section %q belongs to no rule of this analyzer", "# "+s.kind+" "+s.name)
		}
	}
	if len(parts) == 0 || !strings.HasPrefix(parts[0], analyzer+": ") {
		return "", fmt.Errorf("no section %q", "# Analyzer "+analyzer)
	}
	return strings.Join(parts, "\n\n"), nil
}

// packageComment returns the text of the comment on the package clause. This is done each time that the program starts,
// in analyses once for each package, so it is not left to a parser.
func packageComment(content string) (text string, ok bool) {
	var lines []string
	for line := range strings.Lines(content) {
		line = strings.TrimRight(line, "\r\n")
		comment, isComment := strings.CutPrefix(line, "//")
		switch {
		case isComment:
			lines = append(lines, strings.TrimPrefix(comment, " "))
		case strings.HasPrefix(line, "package "):
			return strings.Join(lines, "\n"), len(lines) > 0
		default:
			lines = nil
		}
	}
	return "", false
}

// A section is the text below one "# Analyzer" or "# Rule" heading.
type section struct {
	kind, name string
	text       string
}

// split cuts text at those headings, and returns what stands before the first one apart. A line that starts with "# "
// is always a heading: the lines of code blocks are indented.
func split(text string) (before string, sections []section) {
	start, end := 0, 0
	flush := func() {
		body := strings.TrimSpace(text[start:end])
		if len(sections) == 0 {
			before = body
		} else {
			sections[len(sections)-1].text = body
		}
	}
	for line := range strings.Lines(text) {
		next := end + len(line)
		if kind, name, ok := heading(line); ok {
			flush()
			sections = append(sections, section{kind: kind, name: name})
			start = next
		}
		end = next
	}
	flush()
	return before, sections
}

// heading takes a heading of the kinds that divide a Doc apart.
func heading(line string) (kind, name string, ok bool) {
	if !strings.HasPrefix(line, "# ") {
		return "", "", false
	}
	f := strings.Fields(line)
	if len(f) == 3 && (f[1] == "Analyzer" || f[1] == "Rule") {
		return f[1], f[2], true
	}
	return "", "", false
}
