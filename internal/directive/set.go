package directive

import (
	"go/ast"
	"go/token"
)

// A Set holds the directives of a package. The zero value and nil have none.
type Set struct {
	all    []*Directive
	fset   *token.FileSet
	byLine map[line][]*Directive
}

// A line of a file, as it is in that file whatever its //line comments say.
type line struct {
	file   *token.File
	number int
}

// Parse reads the directives of the files, which must have been parsed with their comments. For a file without any,
// that is one look at the start of each comment.
func Parse(fset *token.FileSet, files []*ast.File) *Set {
	s := &Set{fset: fset, byLine: map[line][]*Directive{}}
	for _, f := range files {
		var code map[int]bool // by number, the lines of the file that are more than a comment
		for _, group := range f.Comments {
			for _, c := range group.List {
				d := parse(c)
				if d == nil {
					continue
				}
				if code == nil {
					code = s.codeLines(f)
				}
				at := s.line(c.Pos())
				if !code[at.number] {
					at.number = s.line(group.End()).number + 1
				}
				s.all = append(s.all, d)
				s.byLine[at] = append(s.byLine[at], d)
			}
		}
	}
	return s
}

// codeLines returns the lines on which a node starts or ends. Every other line is blank, a comment, or part of a string.
func (s *Set) codeLines(f *ast.File) map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.CommentGroup:
			return false
		case *ast.File: // starts with its package clause, and ends with the last declaration
		default:
			lines[s.line(n.End()-1).number] = true
		}
		lines[s.line(n.Pos()).number] = true
		return true
	})
	return lines
}

func (s *Set) line(pos token.Pos) line {
	return line{s.fset.File(pos), s.fset.PositionFor(pos, false).Line}
}

// All returns the directives in the order of the source.
func (s *Set) All() []*Directive {
	if s == nil {
		return nil
	}
	return s.all
}

// At returns the directives that speak of the line of pos.
func (s *Set) At(pos token.Pos) []*Directive {
	if s == nil || len(s.all) == 0 || !pos.IsValid() {
		return nil
	}
	return s.byLine[s.line(pos)]
}

// A Contract is what directives say of a function.
type Contract struct {
	Acquires bool
	Keys     []string // of what it acquires; none says nothing about the keys
	Releases bool
}

// Func returns what is declared of a function or method.
func (s *Set) Func(decl *ast.FuncDecl) Contract { return s.contract(decl.Name.Pos()) }

// Method returns what is declared of a method of an interface.
func (s *Set) Method(field *ast.Field) Contract { return s.contract(field.Pos()) }

func (s *Set) contract(pos token.Pos) (c Contract) {
	for _, d := range s.At(pos) {
		switch {
		case d.Is(Releases):
			c.Releases = true
		case d.Is(Acquires):
			c.Acquires = true
			c.Keys = append(c.Keys, d.Args...)
		}
	}
	return c
}

// Held returns the directive by which a lock that is taken at pos is meant to live as long as the process.
func (s *Set) Held(pos token.Pos) (*Directive, bool) {
	for _, d := range s.At(pos) {
		if d.Is(Hold) {
			return d, true
		}
	}
	return nil, false
}

// Ignored returns the directive by which a rule, such as sqlorder/overlock, is not to be reported at pos.
func (s *Set) Ignored(rule string, pos token.Pos) (*Directive, bool) {
	for _, d := range s.At(pos) {
		if _, ok := d.Ignores(rule); ok {
			return d, true
		}
	}
	return nil, false
}
