package sqltext

import (
	"go/ast"
	"go/constant"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// An embed is the file behind a variable with a go:embed directive.
type embed struct {
	dir      string // of the Go file
	patterns []string
}

// embedDirective returns the patterns of the directive above a variable.
func embedDirective(d *ast.GenDecl, spec *ast.ValueSpec) (embed, bool) {
	doc := spec.Doc
	if doc == nil && !d.Lparen.IsValid() {
		doc = d.Doc
	}
	if doc == nil {
		return embed{}, false
	}
	var e embed
	for _, c := range doc.List {
		if args, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			e.patterns = append(e.patterns, fields(args)...)
		}
	}
	return e, len(e.patterns) > 0
}

// fields splits the arguments of a directive: words, or Go strings where a name has a space.
func fields(s string) []string {
	var words []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		if quoted, err := strconv.QuotedPrefix(s); err == nil {
			word, _ := strconv.Unquote(quoted)
			words = append(words, word)
			s = s[len(quoted):]
			continue
		}
		word, rest, _ := strings.Cut(s, " ")
		words = append(words, word)
		s = rest
	}
	return words
}

// embedded returns the text of the one file that the patterns match.
//
// The file is read from disk and not through the pass: embedded files are in no list of files that the go command
// hands to an analyzer.
func (r *Resolver) embedded(e embed) []Text {
	if len(e.patterns) != 1 {
		return unknown
	}
	names, err := filepath.Glob(filepath.Join(e.dir, filepath.FromSlash(strings.TrimPrefix(e.patterns[0], "all:"))))
	if err != nil || len(names) != 1 {
		return unknown
	}
	return fileText(names[0])
}

// readFile returns the text of FS.ReadFile("name"), for FS an embedded file system.
func (r *Resolver) readFile(call *ast.CallExpr, result int) []Text {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || result != 0 {
		return unknown
	}
	v, ok := r.Variable(sel.X)
	if !ok {
		return unknown
	}
	e, ok := r.index().embeds[v]
	name := r.info.Types[call.Args[0]].Value
	if !ok || name == nil || !filepath.IsLocal(constant.StringVal(name)) {
		return unknown
	}
	return fileText(filepath.Join(e.dir, filepath.FromSlash(constant.StringVal(name))))
}

func fileText(name string) []Text {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSize {
		return unknown
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return unknown
	}
	return constantText(constant.MakeString(string(data)))
}

// dir returns the directory of the file that holds the node.
func (r *Resolver) dir(n ast.Node) string {
	return filepath.Dir(r.fset.File(n.Pos()).Name())
}

// EmbedsMatch reports whether a file that the package embeds has a text that matches. Of the files of an embed.FS only
// those named .sql are read.
func (r *Resolver) EmbedsMatch(match func(string) bool) bool {
	for v, e := range r.index().embeds {
		if isText(v.Type()) {
			if match(one(r.embedded(e)).String()) {
				return true
			}
			continue
		}
		for _, name := range e.sqlFiles() {
			if match(one(fileText(name)).String()) {
				return true
			}
		}
	}
	return false
}

// sqlFiles returns the .sql files that the patterns match, directly or in a directory.
func (e embed) sqlFiles() []string {
	var files []string
	for _, pattern := range e.patterns {
		roots, _ := filepath.Glob(filepath.Join(e.dir, filepath.FromSlash(strings.TrimPrefix(pattern, "all:"))))
		for _, root := range roots {
			filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
				if err != nil || len(files) == maxFiles {
					return filepath.SkipAll
				}
				if strings.HasSuffix(name, ".sql") {
					files = append(files, name)
				}
				return nil
			})
		}
	}
	return files
}
