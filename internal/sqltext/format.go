package sqltext

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"
)

// printed returns what a call of fmt.Sprintf or fmt.Sprint yields, or what fmt.Fprintf, fmt.Fprint or io.WriteString
// adds to the builder that is their first argument.
func (r *Resolver) printed(call *ast.CallExpr, s scope) []Text {
	args := call.Args
	name := calleeName(r.info, call)
	if strings.HasPrefix(name, "fmt.F") || strings.HasPrefix(name, "io.") {
		args = args[1:]
	}
	switch {
	case name == "io.WriteString":
		return r.eval(args[0], s)
	case strings.HasSuffix(name, "f"):
		operands := args[1:]
		if call.Ellipsis.IsValid() {
			operands = nil
		}
		var texts []Text
		for _, format := range r.eval(args[0], s) {
			texts = append(texts, r.formatted(format, operands, s)...)
		}
		return limit(distinct(texts))
	case call.Ellipsis.IsValid():
		return unknown
	}
	texts := empty
	for _, arg := range args {
		texts = product(texts, r.operand("%v", arg, s))
	}
	return texts
}

// formatted returns the texts of Sprintf(format, operands...). A missing operand is a hole.
func (r *Resolver) formatted(format Text, operands []ast.Expr, s scope) []Text {
	texts := empty
	next := 0
	for _, p := range format.Pieces {
		if p.Format {
			p.Lit = nil // a format of a format: not worth mapping back
		}
		p.Format = p.Lit != nil
		for start, i := 0, 0; ; {
			k := strings.IndexByte(p.Value[i:], '%')
			if k < 0 {
				texts = product(texts, piece(p, start, len(p.Value)))
				break
			}
			i += k
			v, ok := parseVerb(p.Value[i:])
			if !ok {
				return unknown
			}
			if v.verb == '%' { // the first of the two signs ends a piece, the second is passed over
				texts = product(texts, piece(p, start, i+1))
			} else {
				if v.operand > 0 {
					next = v.operand - 1
				}
				value := unknown
				if v.starred {
					next = len(operands) // which operand comes next is not known any more
				} else if next < len(operands) {
					value = from(operands[next], r.operand(v.spec, operands[next], s))
				}
				next++
				texts = product(product(texts, piece(p, start, i)), value)
			}
			i += v.size
			start = i
		}
	}
	return texts
}

// piece returns the bytes [from, to) of a piece as a text.
func piece(p Piece, from, to int) []Text {
	p.Value, p.At = p.Value[from:to], p.At+from
	return []Text{{Pieces: []Piece{p}}}
}

// A verb is one directive of a format.
type verb struct {
	verb    byte
	spec    string // without an operand number: %02d for %[3]02d
	operand int    // its number, from 1; 0 if it is the next
	starred bool   // takes its width or precision from an operand
	size    int
}

// parseVerb reads the directive at the start of s.
func parseVerb(s string) (verb, bool) {
	v := verb{spec: "%"}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '[':
			end := strings.IndexByte(s[i:], ']')
			if end < 0 {
				return v, false
			}
			n, err := strconv.Atoi(s[i+1 : i+end])
			if err != nil || n < 1 {
				return v, false
			}
			v.operand = n
			i += end
		case c == '*':
			v.starred = true
		case strings.IndexByte("+-# 0123456789.", c) >= 0:
			v.spec += string(c)
		default:
			v.spec += string(c)
			v.verb, v.size = c, i+1
			return v, true
		}
	}
	return v, false
}

// operand returns the texts that the verb makes of an operand.
func (r *Resolver) operand(spec string, e ast.Expr, s scope) []Text {
	t := r.info.TypeOf(e)
	if t == nil || formatsItself(t) {
		return unknown
	}
	_, slice := t.Underlying().(*types.Slice)
	switch {
	case isText(t) && (spec == "%s" || spec == "%v" && !slice):
		return r.eval(e, s)
	case isText(t) && !slice:
		text := one(r.eval(e, s))
		if v := text.String(); !strings.ContainsRune(v, Hole) {
			return []Text{{Pieces: []Piece{{Value: fmt.Sprintf(spec, v)}}}}
		}
		return unknown
	}
	if v := r.info.Types[e].Value; v != nil {
		switch v := constant.Val(constant.ToInt(v)).(type) {
		case int64:
			return []Text{{Pieces: []Piece{{Value: fmt.Sprintf(spec, v)}}}}
		}
	}
	return unknown
}

// formatsItself reports whether the type has a method that package fmt prefers to the value.
func formatsItself(t types.Type) bool {
	for _, method := range []string{"Format", "Error", "String", "GoString"} {
		if obj, _, _ := types.LookupFieldOrMethod(t, false, nil, method); obj != nil {
			return true
		}
	}
	return false
}
