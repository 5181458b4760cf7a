package sqlorder

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
	"github.com/advlockcheck/advlockcheck/internal/locksql"
	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// fixes returns the fenced form of the statement as edits of the source, if it is certain that they change this one
// statement and nothing else: the argument has one text, each edit lies within one literal of hand-written code, and
// nothing else reads that literal. name says what they do; without one there is none.
func fixes(pass *analysis.Pass, texts *sqltext.Resolver, op lockop.Op, call locksql.Call, name string) []analysis.SuggestedFix {
	if name == "" || len(op.SQL) != 1 {
		return nil
	}
	text := op.SQL[0].Text
	var edits []analysis.TextEdit
	for _, e := range locksql.Fence(text.String(), call) {
		edit, ok := text.Edit(pass.Fset, e.Pos, e.End, e.New)
		if !ok || generated(pass, edit.Lit) {
			return nil
		}
		for _, obj := range edit.Via {
			if !texts.Sole(obj) {
				return nil
			}
		}
		edits = append(edits, analysis.TextEdit{Pos: edit.Pos, End: edit.End, NewText: []byte(edit.New)})
	}
	if len(edits) == 0 {
		return nil
	}
	return []analysis.SuggestedFix{{Message: name, TextEdits: edits}}
}

// generated reports whether n stands in a generated file.
func generated(pass *analysis.Pass, n ast.Node) bool {
	i := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= n.Pos() && n.Pos() < f.FileEnd })
	return i < 0 || ast.IsGenerated(pass.Files[i])
}
