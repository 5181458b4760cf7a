package sqltext

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// A Text is one text that a value can hold, in pieces. Texts are not changed once made.
type Text struct {
	Pieces []Piece
}

// A Piece is a run of a text that comes from one place, or a hole.
type Piece struct {
	Value string // the text of the piece; [Hole] alone if it is not known

	// Lit is the string literal that Value was cut from, beginning at the byte At of its unquoted value. It is nil for a
	// hole, and where no literal of this package spells the piece out.
	Lit *ast.BasicLit
	At  int

	// Format is set if Lit is a format, where a percent sign is written twice.
	Format bool

	// From is the expression that a hole stands for, where it is one expression.
	From ast.Expr

	// Via lists the constants, variables and functions through which the literal reached the value. Whoever changes
	// the literal changes it for every reader of these.
	Via []types.Object
}

func (p Piece) hole() bool { return p.Value == string(Hole) }

var (
	hole    = Piece{Value: string(Hole)}
	unknown = []Text{{Pieces: []Piece{hole}}}
	empty   = []Text{{}}
)

// String returns the text, with a [Hole] for each run of unknown pieces.
func (t Text) String() string {
	if len(t.Pieces) == 1 {
		return t.Pieces[0].Value
	}
	var b strings.Builder
	for _, p := range t.Pieces {
		b.WriteString(p.Value)
	}
	return b.String()
}

// unknown reports whether nothing of the text is known.
func (t Text) unknown() bool { return len(t.Pieces) > 0 && t.Pieces[0].hole() && t.size() == 1 }

func allUnknown(texts []Text) bool {
	return !slices.ContainsFunc(texts, func(t Text) bool { return !t.unknown() })
}

// size returns the length of the text in bytes.
func (t Text) size() int {
	n := 0
	for _, p := range t.Pieces {
		n += len(p.Value)
	}
	return n
}

// join returns a followed by b. Neighbouring holes become one, so that a text has one form. Empty pieces vanish, but
// for a last one behind a piece of elsewhere: it says where its literal goes on.
func join(a, b Text) Text {
	pieces := slices.Clip(a.Pieces)
	for _, p := range b.Pieces {
		last := len(pieces) - 1
		if last >= 0 && pieces[last].Value == "" {
			pieces = pieces[:last]
			last--
		}
		switch {
		case p.hole() && last >= 0 && pieces[last].hole():
		case p.Value == "" && (p.Lit == nil || last < 0 || pieces[last].Lit == p.Lit):
		default:
			pieces = append(slices.Clip(pieces), p)
		}
	}
	t := Text{Pieces: pieces}
	if len(pieces) > maxPieces || t.size() > maxSize {
		return unknown[0]
	}
	return t
}

// product returns each text of as followed by each of bs. Where that is more than a value may have, what follows
// becomes a hole.
func product(as, bs []Text) []Text {
	if len(as)*len(bs) > maxAlternatives {
		bs = unknown
	}
	texts := make([]Text, 0, len(as)*len(bs))
	for _, a := range as {
		for _, b := range bs {
			texts = append(texts, join(a, b))
		}
	}
	return texts
}

// slice returns the bytes [from, to) of the text.
func (t Text) slice(from, to int) Text {
	var cut Text
	at := 0
	for _, p := range t.Pieces {
		end := at + len(p.Value)
		lo, hi := max(from, at), min(to, end)
		if lo < hi {
			p.Value = p.Value[lo-at : hi-at]
			p.At += lo - at
			cut.Pieces = append(cut.Pieces, p)
		}
		at = end
	}
	return cut
}

// rewrite returns the text with every known piece changed by f. The pieces lose their place in the source.
func (t Text) rewrite(f func(string) string) Text {
	var out Text
	for _, p := range t.Pieces {
		if !p.hole() {
			p = Piece{Value: f(p.Value)}
		}
		out = join(out, Text{Pieces: []Piece{p}})
	}
	return out
}

// replace returns the text with each old inside a piece replaced by repl. What is left of a piece keeps its place.
func (t Text) replace(old string, repl Text) Text {
	if old == "" {
		return unknown[0]
	}
	var out Text
	for _, p := range t.Pieces {
		for {
			i := strings.Index(p.Value, old)
			if i < 0 {
				break
			}
			before := p
			before.Value = p.Value[:i]
			out = join(join(out, Text{Pieces: []Piece{before}}), repl)
			p.Value, p.At = p.Value[i+len(old):], p.At+i+len(old)
		}
		out = join(out, Text{Pieces: []Piece{p}})
	}
	return out
}

// through notes that the texts were read from obj.
func through(texts []Text, obj types.Object) []Text {
	out := make([]Text, len(texts))
	for i, t := range texts {
		out[i].Pieces = slices.Clone(t.Pieces)
		for j, p := range out[i].Pieces {
			if p.Lit != nil {
				out[i].Pieces[j].Via = append(slices.Clip(p.Via), obj)
			}
		}
	}
	return out
}

// distinct drops texts that read the same as an earlier one.
func distinct(texts []Text) []Text {
	if len(texts) < 2 {
		return texts
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(texts), func(t Text) bool {
		s := t.String()
		again := seen[s]
		seen[s] = true
		return again
	})
}

// limit keeps as many texts as a value may have.
func limit(texts []Text) []Text {
	return texts[:min(len(texts), maxAlternatives)]
}
