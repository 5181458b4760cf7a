package ruledoc_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPaths checks that the files and directories that the texts for readers name exist.
func TestPaths(t *testing.T) {
	const root = "../.."
	dirs := "(?:cmd|passes|internal|docs|testdata)/"
	named := regexp.MustCompile("`(" + dirs + "[^` ]*)`|\\]\\(([^):]+)\\)|[ ]\\./(" + dirs + "[^` ]*)|-C (" + dirs + "\\S+)")
	for _, text := range []string{"README.md", "CONTRIBUTING.md"} {
		src, err := os.ReadFile(filepath.Join(root, text))
		if err != nil {
			t.Fatal(err)
		}
		found := named.FindAllStringSubmatch(string(src), -1)
		if len(found) < 3 {
			t.Errorf("%s names only %d paths; is the expression right?", text, len(found))
		}
		for _, m := range found {
			path := strings.Join(m[1:], "") // one of them matched
			if _, err := os.Stat(filepath.Join(root, path)); err != nil {
				t.Errorf("%s names %s, which is not there", text, path)
			}
		}
	}
}
