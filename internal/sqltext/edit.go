package sqltext

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Edit replaces the source between Pos and End by New, inside the string literal Lit.
type Edit struct {
	Pos, End token.Pos
	New      string
	Lit      *ast.BasicLit
	Via      []types.Object // as in [Piece]
}

// Edit translates "replace the bytes [pos, end) of the text by s" into an edit of the source, written in the style of
// the literal: raw stays raw, interpreted stays interpreted, and percent signs in a format are doubled. It reports
// false if the bytes do not stand side by side in one literal of this package, or s cannot be written there.
func (t Text) Edit(fset *token.FileSet, pos, end int, s string) (Edit, bool) {
	first, from, ok := t.locate(pos, end)
	if !ok {
		return Edit{}, false
	}
	p := t.Pieces[first]
	to := from
	if end > pos {
		last, at, ok := t.locate(end-1, end)
		if !ok || t.Pieces[last].Lit != p.Lit || !t.adjacent(first, last) {
			return Edit{}, false
		}
		to = at + 1
		if t.doubled(last, end-1) {
			to++
		}
	}
	if p.Format {
		s = strings.ReplaceAll(s, "%", "%%")
	}
	lo, okLo := sourcePos(fset, p.Lit, from)
	hi, okHi := sourcePos(fset, p.Lit, to)
	s, okNew := escape(p.Lit, s)
	return Edit{Pos: lo, End: hi, New: s, Lit: p.Lit, Via: p.Via}, okLo && okHi && okNew
}

// locate returns the piece that holds the byte pos, and where that byte stands in the unquoted literal. An insertion
// (pos == end) may also stand at the end of a piece.
func (t Text) locate(pos, end int) (piece, at int, ok bool) {
	start := 0
	piece = -1
	for i, p := range t.Pieces {
		next := start + len(p.Value)
		inside := start <= pos && pos < next
		if p.Lit != nil && (inside || pos == end && pos == next) {
			piece, at, ok = i, p.At+pos-start, true
			if pos == next && t.doubled(i, pos-1) {
				at++
			}
		}
		if inside {
			break
		}
		start = next
	}
	return piece, at, ok
}

// adjacent reports whether the pieces from first to last follow each other in their literal without a gap.
func (t Text) adjacent(first, last int) bool {
	for i := first; i < last; i++ {
		p, next := t.Pieces[i], t.Pieces[i+1]
		end := p.At + len(p.Value)
		if p.Format && strings.HasSuffix(p.Value, "%") {
			end++
		}
		if next.Lit != p.Lit || next.At != end {
			return false
		}
	}
	return true
}

// doubled reports whether the byte pos of the text, in the given piece, is the percent sign that ends a piece of a
// format: there it is written twice.
func (t Text) doubled(piece, pos int) bool {
	start := 0
	for _, p := range t.Pieces[:piece] {
		start += len(p.Value)
	}
	p := t.Pieces[piece]
	return p.Format && pos == start+len(p.Value)-1 && strings.HasSuffix(p.Value, "%")
}

// sourcePos returns the position of the byte at of the literal's unquoted value.
func sourcePos(fset *token.FileSet, lit *ast.BasicLit, at int) (token.Pos, bool) {
	body := lit.Value[1 : len(lit.Value)-1]
	if lit.Value[0] == '`' {
		return lit.Pos() + token.Pos(1+at), at <= len(body) && !carriageReturns(fset, lit)
	}
	rest := body
	for n := 0; n < at; {
		if rest == "" {
			return token.NoPos, false
		}
		r, multibyte, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			return token.NoPos, false
		}
		switch {
		case rest[0] != '\\': // itself
			n += len(rest) - len(tail)
		case multibyte: // \u00e9
			n += utf8.RuneLen(r)
		default: // \n, \xe9
			n++
		}
		rest = tail
	}
	return lit.Pos() + token.Pos(1+len(body)-len(rest)), true
}

// carriageReturns reports whether the scanner dropped carriage returns from a raw literal: positions inside it can
// then not be told from its value. A file has them at every line end or nowhere, so the first line decides.
func carriageReturns(fset *token.FileSet, lit *ast.BasicLit) bool {
	i := strings.IndexByte(lit.Value, '\n')
	if i < 0 {
		return false
	}
	file := fset.File(lit.Pos())
	line := file.Line(lit.Pos())
	return line >= file.LineCount() || file.LineStart(line+1) != lit.Pos()+token.Pos(i+1)
}

// escape returns s as it is written inside the literal.
func escape(lit *ast.BasicLit, s string) (string, bool) {
	if lit.Value[0] == '`' {
		return s, !strings.ContainsAny(s, "`\r")
	}
	quoted := strconv.Quote(s)
	return quoted[1 : len(quoted)-1], true
}
