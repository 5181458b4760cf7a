package ruledoc_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/advlockcheck/advlockcheck/internal/ruledoc"
	"github.com/advlockcheck/advlockcheck/passes"
)

var update = flag.Bool("update", false, "write the pages below docs/rules")

const pagesDir = "../../docs/rules"

// TestPages compares the pages below docs/rules with what the passes say. With -update, it writes them.
func TestPages(t *testing.T) {
	want := pages()
	if *update {
		if err := os.RemoveAll(pagesDir); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			file := filepath.Join(pagesDir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}

	got := map[string]string{}
	err := filepath.WalkDir(pagesDir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		name, _ := filepath.Rel(pagesDir, file)
		got[filepath.ToSlash(name)] = strings.ReplaceAll(string(text), "\r\n", "\n")
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/rules is not what the passes say (-passes +docs); run\n\tgo test ./internal/ruledoc -update\n%s", diff)
	}
}

// pages returns the text of every page by its name below docs/rules.
func pages() map[string]string {
	all := map[string]string{}
	var index strings.Builder
	index.WriteString("# Rules\n\nA finding names its rule in brackets; `advlockcheck explain RULE` prints the page of a rule.\n")
	for _, a := range passes.Suite {
		overview, _, _ := strings.Cut(strings.TrimPrefix(ruledoc.Overview(a.Doc), a.Name+": "), "\n\n")
		fmt.Fprintf(&index, "\n## %s\n\n%s.\n\n| rule | default | reports |\n| --- | --- | --- |\n", a.Name, sentence(overview))
		for _, r := range ruledoc.Rules(a.Doc) {
			state := "on"
			if !r.OnByDefault() {
				state = "`" + r.Flag + "`"
			}
			fmt.Fprintf(&index, "| [%s](%s.md) | %s | %s |\n", r.ID, r.ID, state, r.Summary)
			all[r.ID+".md"] = generated(a.Name) + r.Markdown()
		}
	}
	all["README.md"] = generated("*") + index.String()
	return all
}

func generated(pass string) string {
	return "<!-- Generated from passes/" + pass + "/doc.go by go test ./internal/ruledoc -update. DO NOT EDIT. -->\n\n"
}

// sentence makes the one line of an analyzer, which starts lower case and has no full stop, the start of a text.
func sentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.ToUpper(s[:1]) + s[1:]
}
