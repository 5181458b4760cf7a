package unlockpair

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/advlockcheck/advlockcheck/internal/lockflow"
	"github.com/advlockcheck/advlockcheck/internal/lockop"
)

// fixes returns the edit that ends a finding, if it is certain that the edit does that and nothing else. All of it is
// decided by the syntax around the statements: what has another shape than those that are known here gets no fix.
func fixes(pass *analysis.Pass, res *lockop.Result, f lockflow.Finding) []analysis.SuggestedFix {
	x := newFixer(pass, res, f.Pos)
	if x == nil {
		return nil
	}
	message := ""
	switch f.Kind {
	case lockflow.Leak, lockflow.Never, lockflow.Panic:
		message = x.deferUnlock(f.Lock)
	case lockflow.Gives:
		if message = x.swapDefers(f); message == "" && f.Back.Deferred {
			message = x.deferUnlock(f.Lock)
		}
	case lockflow.Pool:
		message = x.pin(f)
	case lockflow.Mismatch:
		if f.Why == "mode" {
			message = x.matchMode(f)
		}
	case lockflow.Context:
		message = x.detach(f.Release)
	}
	if message == "" || !x.complete() {
		return nil
	}
	return []analysis.SuggestedFix{{Message: message, TextEdits: x.edits}}
}

// A fixer makes the edits of one fix, all in one file. A fix that cannot be completed is thrown away with its edits.
type fixer struct {
	pass  *analysis.Pass
	res   *lockop.Result
	file  *ast.File
	src   []byte
	tok   *token.File
	edits []analysis.TextEdit
	uses  []string   // packages that what is inserted uses
	needs []string   // those to import for it
	gone  []ast.Node // what is removed
	stuck bool       // an edit cannot be made
}

// newFixer returns nil if the file around pos must not be edited: it is generated, a test, or not what the compiler read.
func newFixer(pass *analysis.Pass, res *lockop.Result, pos token.Pos) *fixer {
	i := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
	if i < 0 || pass.ReadFile == nil {
		return nil
	}
	x := &fixer{pass: pass, res: res, file: pass.Files[i], tok: pass.Fset.File(pos)}
	lang := pass.TypesInfo.FileVersions[x.file]
	if ast.IsGenerated(x.file) || strings.HasSuffix(x.tok.Name(), "_test.go") || x.redirected() ||
		version.IsValid(lang) && version.Compare(lang, "go1.21") < 0 { // which has no context.WithoutCancel
		return nil
	}
	src, err := pass.ReadFile(x.tok.Name())
	if err != nil || len(src) != x.tok.Size() || bytes.IndexByte(src, '\r') >= 0 {
		return nil
	}
	x.src = src
	return x
}

// redirected reports whether positions in the file may be those of another one: by cgo, or by line directives.
func (x *fixer) redirected() bool {
	for _, spec := range x.file.Imports {
		if spec.Path.Value == `"C"` {
			return true
		}
	}
	for _, group := range x.file.Comments {
		for _, c := range group.List {
			if strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ") {
				return true
			}
		}
	}
	return false
}

// op returns the operation that a call is, or nil.
func (x *fixer) op(call ssa.CallInstruction) *lockop.Op {
	if call == nil || !call.Common().Pos().IsValid() {
		return nil
	}
	var found *lockop.Op
	for i := range x.res.Ops {
		if op := &x.res.Ops[i]; op.Call.Lparen == call.Common().Pos() {
			if found != nil {
				return nil // it runs several texts
			}
			found = op
		}
	}
	return found
}

// in reports whether n stands in the file that is edited.
func (x *fixer) in(n ast.Node) bool { return x.file.FileStart <= n.Pos() && n.End() <= x.file.FileEnd }

func (x *fixer) offset(pos token.Pos) int { return x.tok.Offset(pos) }

// source returns a node as it is written.
func (x *fixer) source(n ast.Node) string { return string(x.src[x.offset(n.Pos()):x.offset(n.End())]) }

// replace puts s in the place of what is written between two positions.
func (x *fixer) replace(pos, end token.Pos, s string) {
	x.edits = append(x.edits, analysis.TextEdit{Pos: pos, End: end, NewText: []byte(s)})
}

// indent returns the white space that the line of pos begins with.
func (x *fixer) indent(pos token.Pos) string {
	start := x.offset(x.tok.LineStart(x.tok.Line(pos)))
	end := start
	for end < len(x.src) && (x.src[end] == ' ' || x.src[end] == '\t') {
		end++
	}
	return string(x.src[start:end])
}

// insertAfter inserts lines behind the line that ends at pos, where only a comment may follow.
func (x *fixer) insertAfter(pos token.Pos, indent string, lines []string) {
	end := pos
	rest, _, _ := bytes.Cut(x.src[x.offset(pos):], []byte("\n"))
	if trimmed := bytes.TrimSpace(rest); len(trimmed) > 0 {
		if !bytes.HasPrefix(trimmed, []byte("//")) {
			x.stuck = true
		}
		end += token.Pos(len(rest))
	}
	x.replace(end, end, "\n"+indent+strings.Join(lines, "\n"+indent))
}

// insertBefore inserts lines in front of a statement, and of the comment above it.
func (x *fixer) insertBefore(stmt ast.Stmt, lines []string) {
	pos := x.withComment(stmt)
	indent := x.indent(pos)
	if x.tok.LineStart(x.tok.Line(pos))+token.Pos(len(indent)) != pos {
		x.stuck = true // something stands before it
	}
	x.replace(pos, pos, strings.Join(lines, "\n"+indent)+"\n"+indent)
}

// remove removes the lines from pos to the end of a statement, which has to stand alone there but for a comment behind it.
func (x *fixer) remove(pos token.Pos, stmt ast.Stmt) {
	start := x.tok.LineStart(x.tok.Line(pos))
	rest, _, found := bytes.Cut(x.src[x.offset(stmt.End()):], []byte("\n"))
	trimmed := bytes.TrimSpace(rest)
	if len(trimmed) > 0 && !bytes.HasPrefix(trimmed, []byte("//")) || !found || start+token.Pos(len(x.indent(pos))) != pos {
		x.stuck = true
		return
	}
	x.replace(start, stmt.End()+token.Pos(len(rest)+1), "")
	x.gone = append(x.gone, stmt)
}

// withComment returns where a statement begins, with the comment right above it.
func (x *fixer) withComment(stmt ast.Stmt) token.Pos {
	for _, group := range x.file.Comments {
		if x.tok.Line(group.End())+1 == x.tok.Line(stmt.Pos()) && x.indent(group.Pos()) == x.indent(stmt.Pos()) &&
			x.tok.LineStart(x.tok.Line(group.Pos()))+token.Pos(len(x.indent(group.Pos()))) == group.Pos() {
			return group.Pos()
		}
	}
	return stmt.Pos()
}

// commented reports whether a comment begins between two positions.
func (x *fixer) commented(from, to token.Pos) bool {
	return slices.ContainsFunc(x.file.Comments, func(c *ast.CommentGroup) bool { return from <= c.Pos() && c.Pos() < to })
}

// complete adds the imports, and reports whether the fix holds together.
func (x *fixer) complete() bool {
	if x.stuck || len(x.edits) == 0 || x.orphans() {
		return false
	}
	x.addImports()
	return !x.stuck
}
