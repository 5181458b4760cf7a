package sqltext_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each case replaces, in the one text of use's argument, the first old by new, and shows the line of the source that
// changed; an empty result means that there is no such edit.
func TestEdit(t *testing.T) {
	for _, test := range []struct {
		name     string
		body     string
		old, new string
		want     string
	}{
		{"raw", "func f() { use(`a b c`) }", "b", `"x"`, "func f() { use(`a \"x\" c`) }"},
		{"raw with a new line", "func f() { use(`a\nb c`) }", "b", "x", "x c`) }"},
		{"raw, backquote", "func f() { use(`a b c`) }", "b", "`x`", ""},
		{"interpreted", `func f() { use("a b c") }`, "b", `"x"`, `func f() { use("a \"x\" c") }`},
		{"interpreted, new line inserted", `func f() { use("a b c") }`, "b", "x\n", `func f() { use("a x\n c") }`},
		{"after escapes", `func f() { use("\t\u00e9\xff\101\"é b c") }`, "b", "x", `func f() { use("\t\u00e9\xff\101\"é x c") }`},
		{"insertion at the start", `func f() { use("a b") }`, "^", "x ", `func f() { use("x a b") }`},
		{"insertion at the end", `func f() { use("a b") }`, "$", " x", `func f() { use("a b x") }`},
		{"insertion after an escape", `func f() { use("a b\n") }`, "$", "x", `func f() { use("a b\nx") }`},

		{"constant", `const q = "a b c"; func f() { use(q) }`, "b", "x", `const q = "a x c"; func f() { use(q) }`},
		{"second part", `func f() { use("a " + "b c") }`, "b", "x", `func f() { use("a " + "x c") }`},
		{"behind a hole", `func f() { use("a " + arg + " b c") }`, "b", "x", `func f() { use("a " + arg + " x c") }`},
		{"across parts", `func f() { use("a b" + "b c") }`, "bb", "x", ""},
		{"across a hole", `func f() { use("a " + arg + " b") }`, "a \x00 b", "x", ""},
		{"insertion at a hole", `func f() { use("a " + arg + " b") }`, "$", " x", `func f() { use("a " + arg + " b x") }`},
		{"insertion behind a hole", `func f() { use("a " + arg) }`, "$", " x", ""},
		{"insertion between parts", `func f() { use("a" + "b") }`, "^b", "x", `func f() { use("a" + "xb") }`},

		{"format", `func f() { use(fmt.Sprintf("a %d b c", 1)) }`, "b", "x", `func f() { use(fmt.Sprintf("a %d x c", 1)) }`},
		{"format, percent inserted", `func f() { use(fmt.Sprintf("a %d b c", 1)) }`, "b", "%", `func f() { use(fmt.Sprintf("a %d %% c", 1)) }`},
		{"format, behind a percent", `func f() { use(fmt.Sprintf("a 5%% %s b c", arg)) }`, "b", "x", `func f() { use(fmt.Sprintf("a 5%% %s x c", arg)) }`},
		{"format, over a percent", `func f() { use(fmt.Sprintf("a 5%% b c %s", arg)) }`, "5% b", "x", `func f() { use(fmt.Sprintf("a x c %s", arg)) }`},
		{"format, up to a percent", `func f() { use(fmt.Sprintf("a 5%% b c %s", arg)) }`, "5%", "x", `func f() { use(fmt.Sprintf("a x b c %s", arg)) }`},
		{"format, from a percent", `func f() { use(fmt.Sprintf("a %%b c %s", arg)) }`, "%b", "x", `func f() { use(fmt.Sprintf("a x c %s", arg)) }`},
		{"format, insertion behind a percent", `func f() { use(fmt.Sprintf("a %s 5%%", arg)) }`, "$", "x", `func f() { use(fmt.Sprintf("a %s 5%%x", arg)) }`},
		{"format, over a verb", `func f() { use(fmt.Sprintf("a %s c", "b")) }`, "a b c", "x", ""},
		{"format, an operand", `func f() { use(fmt.Sprintf("a %s c", "b")) }`, "b", "%x", `func f() { use(fmt.Sprintf("a %s c", "%x")) }`},
		{"format, insertion behind the last verb", `func f() { use(fmt.Sprintf("a %s %s", "b", arg)) }`, "$", "x", `func f() { use(fmt.Sprintf("a %s %sx", "b", arg)) }`},
		{"format, insertion behind the verb of a text", `func f() { use(fmt.Sprintf("a %s", "b")) }`, "$", "x", `func f() { use(fmt.Sprintf("a %sx", "b")) }`},
		{"raw format", "func f() { use(fmt.Sprintf(`a %d b c`, 1)) }", "b", "x", "func f() { use(fmt.Sprintf(`a %d x c`, 1)) }"},

		{"trimmed", "func f() { use(strings.TrimSpace(`  a b c  `)) }", "b", "x", "func f() { use(strings.TrimSpace(`  a x c  `)) }"},
		{"replaced", `func f() { use(strings.ReplaceAll("a {t} b", "{t}", "long name")) }`, "b", "x", `func f() { use(strings.ReplaceAll("a {t} x", "{t}", "long name")) }`},
		{"lower case", `func f() { use(strings.ToLower("A B")) }`, "b", "x", ""},
		{"added to", `func f() { q := "a"; q += " b"; use(q) }`, "b", "x", `func f() { q := "a"; q += " x"; use(q) }`},
		{"builder", `func f() { var s strings.Builder; s.WriteString("a b"); use(s.String()) }`, "b", "x", `func f() { var s strings.Builder; s.WriteString("a x"); use(s.String()) }`},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := load(t, test.body)
			texts := src.resolver.Texts(src.uses[0])
			if len(texts) != 1 {
				t.Fatalf("%d texts", len(texts))
			}
			text := texts[0].String()
			var pos, end int
			switch old, anchored := strings.CutPrefix(test.old, "^"); {
			case test.old == "$":
				pos, end = len(text), len(text)
			case anchored:
				pos = strings.Index(text, old)
				end = pos
			default:
				pos = strings.Index(text, old)
				end = pos + len(old)
			}
			got := ""
			if edit, ok := texts[0].Edit(stdFset, pos, end, test.new); ok {
				file := stdFset.File(edit.Pos)
				changed := src.text[:file.Offset(edit.Pos)] + edit.New + src.text[file.Offset(edit.End):]
				lines := strings.Split(changed, "\n")
				got = lines[file.Line(edit.Pos)-1]
				load(t, strings.TrimPrefix(changed[strings.Index(changed, prelude):], prelude)) // still compiles
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Raw literals lose their carriage returns in the scanner, so positions in them are not known.
func TestEditCarriageReturn(t *testing.T) {
	src := load(t, "func f() {\r\n use(`a\r\n b c`)\r\n}")
	text := src.resolver.Texts(src.uses[0])[0]
	if edit, ok := text.Edit(stdFset, 3, 4, "x"); ok {
		t.Errorf("edit in a raw literal with carriage returns: %v", edit)
	}
}
