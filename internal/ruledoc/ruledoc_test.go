package ruledoc_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
)

const sample = `// Package demo defines an Analyzer.
//
// # Analyzer demo
//
// demo: report demonstrations
//
// More about it.
//
// # Rule demo/plain
//
// A plain finding,
// said on two lines.
//
//	# Rule demo/code stands in a code block
//
// # What happens
//
// The way out.
//
// # Rule demo/shy
//
// A finding for those who ask.
//
// Flag: -demo.shy
//
// Its body.
package demo
`

func TestRules(t *testing.T) {
	doc := ruledoc.MustExtract(sample, "demo")
	if want := "demo: report demonstrations\n\nMore about it.\n\n# Rule demo/plain\n"; !strings.HasPrefix(doc, want) {
		t.Errorf("MustExtract = %q, want prefix %q", doc, want)
	}
	if got, want := ruledoc.Overview(doc), "demo: report demonstrations\n\nMore about it."; got != want {
		t.Errorf("Overview = %q, want %q", got, want)
	}
	want := []ruledoc.Rule{
		{
			ID:      "demo/plain",
			Summary: "A plain finding, said on two lines.",
			Body:    "\t# Rule demo/code stands in a code block\n\n# What happens\n\nThe way out.",
		},
		{ID: "demo/shy", Summary: "A finding for those who ask.", Body: "Its body.", Flag: "-demo.shy"},
	}
	if diff := cmp.Diff(want, ruledoc.Rules(doc)); diff != "" {
		t.Errorf("Rules (-want +got):\n%s", diff)
	}
}

func TestText(t *testing.T) {
	rules := ruledoc.Rules(ruledoc.MustExtract(sample, "demo"))
	want := `demo/plain

A plain finding, said on two lines.

	# Rule demo/code stands in a code block

# What happens

The way out.

This rule is on by default.
https://github.com/advlockcheck/advlockcheck/blob/main/docs/rules/demo/plain.md
`
	if diff := cmp.Diff(want, rules[0].Text(80)); diff != "" {
		t.Errorf("Text (-want +got):\n%s", diff)
	}
	if !strings.Contains(rules[1].Markdown(), "off unless -demo.shy is set") {
		t.Errorf("the page of a rule behind a flag does not name it:\n%s", rules[1].Markdown())
	}
}

func TestMustExtractRejects(t *testing.T) {
	for name, content := range map[string]string{
		"no Go":             "demo",
		"no comment":        "package demo\n",
		"no section":        "// Package demo.\npackage demo\n",
		"other analyzer":    strings.Replace(sample, "# Analyzer demo", "# Analyzer other", 1),
		"no name":           strings.Replace(sample, "// demo: ", "// ", 1),
		"rule of another":   strings.Replace(sample, "# Rule demo/shy", "# Rule other/shy", 1),
		"rule without text": "// Package demo.\n//\n// # Analyzer demo\n//\n// demo: one line\n//\n// # Rule demo/x\npackage demo\n",
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("MustExtract accepted a malformed comment")
				}
			}()
			ruledoc.MustExtract(content, "demo")
		})
	}
}
