package directive

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/directive"
)

// removeSpace returns the fix that takes away the space after the slashes.
func removeSpace(d *directive.Directive) analysis.SuggestedFix {
	space := d.Comment.Pos() + token.Pos(len("//"))
	return analysis.SuggestedFix{
		Message:   "Remove the space after //",
		TextEdits: []analysis.TextEdit{{Pos: space, End: space + 1}},
	}
}

// removeDirective returns the fix that takes away a directive: with the blanks before it if it stands behind code, and
// with its line otherwise. It returns none if the source is not what was analyzed.
func removeDirective(pass *analysis.Pass, d *directive.Directive) []analysis.SuggestedFix {
	file := pass.Fset.File(d.Comment.Pos())
	src, err := pass.ReadFile(file.Name())
	start, end := file.Offset(d.Comment.Pos()), file.Offset(d.Comment.End())
	if err != nil || len(src) != file.Size() || string(src[start:end]) != d.Comment.Text {
		return nil
	}
	for start > 0 && (src[start-1] == ' ' || src[start-1] == '\t') {
		start--
	}
	if alone := start == 0 || src[start-1] == '\n'; alone {
		for end < len(src) && src[end-1] != '\n' {
			end++
		}
	}
	return []analysis.SuggestedFix{{
		Message:   "Remove unused directive",
		TextEdits: []analysis.TextEdit{{Pos: file.Pos(start), End: file.Pos(end)}},
	}}
}
