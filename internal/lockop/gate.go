package lockop

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// mentionsLocks reports whether any text of the package speaks of advisory locks: a string literal, a constant of
// another package that is used here, or an embedded file. Nothing else is done for packages where none does. That a
// word is put together from pieces is not considered.
func mentionsLocks(pass *analysis.Pass, in *inspector.Inspector, texts *sqltext.Resolver) bool {
	found := false
	in.Preorder([]ast.Node{(*ast.BasicLit)(nil)}, func(n ast.Node) {
		lit := n.(*ast.BasicLit)
		found = found || lit.Kind == token.STRING && mentions(lit.Value)
	})
	if found {
		return true
	}
	if usesTexts(pass) {
		return true
	}
	for _, p := range pass.Pkg.Imports() {
		if p.Path() == "embed" {
			return texts.EmbedsMatch(mentions)
		}
	}
	return false
}

// mentions reports whether the text holds the word that the names of all lock functions hold.
func mentions(text string) bool {
	const word = "advisory"
	for {
		i := strings.IndexAny(text, "aA")
		if i < 0 || len(text)-i < len(word) {
			return false
		}
		if strings.EqualFold(text[i:i+len(word)], word) {
			return true
		}
		text = text[i+1:]
	}
}
