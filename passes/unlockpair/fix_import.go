package unlockpair

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// use returns the name by which a package of the standard library can be used at pos, and has it imported if need be.
func (x *fixer) use(path string, pos token.Pos) string {
	name := path
	imported := false
	for _, spec := range x.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != path {
			continue
		}
		if spec.Name != nil && (spec.Name.Name == "_" || spec.Name.Name == ".") {
			continue
		}
		imported = true
		if spec.Name != nil {
			name = spec.Name.Name
		}
	}
	switch obj := x.lookup(name, pos).(type) {
	case *types.PkgName:
		x.stuck = x.stuck || !imported || obj.Imported().Path() != path
	case nil:
		if !slices.Contains(x.needs, path) {
			x.needs = append(x.needs, path)
		}
	default:
		x.stuck = true // something else has the name
	}
	x.uses = append(x.uses, path)
	return name
}

// lookup returns what a name means at pos, nil if it means nothing.
func (x *fixer) lookup(name string, pos token.Pos) types.Object {
	scope := x.pass.TypesInfo.Scopes[x.file]
	if inner := scope.Innermost(pos); inner != nil {
		scope = inner
	}
	_, obj := scope.LookupParent(name, pos)
	return obj
}

// addImports imports what is needed, among the packages of the standard library that are imported already.
func (x *fixer) addImports() {
	if len(x.needs) == 0 {
		return
	}
	slices.Sort(x.needs)
	var quoted []string
	for _, path := range x.needs {
		quoted = append(quoted, strconv.Quote(path))
	}
	var first *ast.GenDecl
	for _, decl := range x.file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT && len(d.Specs) > 0 {
			first = d
			break
		}
	}
	switch {
	case first == nil:
		x.replace(x.file.Name.End(), x.file.Name.End(), "\n\n"+declared(quoted))
	case first.Lparen.IsValid():
		i := slices.IndexFunc(first.Specs, standard)
		if i < 0 {
			x.replace(first.Lparen+1, first.Lparen+1, "\n\t"+strings.Join(quoted, "\n\t")+"\n")
			return
		}
		x.addToGroup(first.Specs[i:], quoted)
	default:
		spec := first.Specs[0].(*ast.ImportSpec)
		if !standard(spec) || spec.Doc != nil || spec.Comment != nil {
			x.replace(first.Pos(), first.Pos(), declared(quoted)+"\n\n")
			return
		}
		x.replace(spec.Pos(), spec.Pos(), "(\n\t"+strings.Join(quoted, "\n\t")+"\n\t")
		x.replace(spec.End(), spec.End(), "\n)")
	}
}

// declared returns an import declaration.
func declared(quoted []string) string {
	if len(quoted) == 1 {
		return "import " + quoted[0]
	}
	return "import (\n\t" + strings.Join(quoted, "\n\t") + "\n)"
}

// addToGroup adds import lines to a group of imports, in order.
func (x *fixer) addToGroup(specs []ast.Spec, quoted []string) {
	behind := make(map[ast.Spec][]string)
	for _, q := range quoted {
		var anchor ast.Spec
		for i, spec := range specs {
			if !standard(spec) || i > 0 && x.tok.Line(spec.Pos()) != x.tok.Line(specs[i-1].Pos())+1 {
				break
			}
			if spec.(*ast.ImportSpec).Path.Value < q {
				anchor = spec
			}
		}
		behind[anchor] = append(behind[anchor], q)
	}
	if lines := behind[nil]; lines != nil {
		pos := specs[0].Pos()
		if doc := specs[0].(*ast.ImportSpec).Doc; doc != nil {
			pos = doc.Pos()
		}
		indent := x.indent(pos)
		x.replace(pos, pos, strings.Join(lines, "\n"+indent)+"\n"+indent)
	}
	for _, anchor := range specs {
		if lines := behind[anchor]; lines != nil {
			x.insertAfter(anchor.End(), x.indent(anchor.Pos()), lines)
		}
	}
}

// standard reports whether a package is one of the standard library.
func standard(spec ast.Spec) bool {
	first, _, _ := strings.Cut(strings.Trim(spec.(*ast.ImportSpec).Path.Value, "`\""), "/")
	return !strings.Contains(first, ".")
}

// orphans reports whether what was removed leaves a variable or an import behind that nothing uses: it would no longer
// compile.
func (x *fixer) orphans() bool {
	within := func(id *ast.Ident) bool {
		return slices.ContainsFunc(x.gone, func(n ast.Node) bool { return n.Pos() <= id.Pos() && id.Pos() < n.End() })
	}
	left := map[types.Object]bool{} // whether it is used elsewhere
	for _, n := range x.gone {
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			switch obj := x.pass.TypesInfo.Uses[id].(type) {
			case *types.PkgName:
				if !slices.Contains(x.uses, obj.Imported().Path()) {
					left[obj] = false
				}
			case *types.Var:
				if obj.Kind() == types.LocalVar {
					left[obj] = false
				}
			}
			return true
		})
	}
	if len(left) == 0 {
		return false
	}
	ast.Inspect(x.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !within(id) {
			if _, asked := left[x.pass.TypesInfo.Uses[id]]; asked {
				left[x.pass.TypesInfo.Uses[id]] = true
			}
		}
		return true
	})
	for _, used := range left {
		if !used {
			return true
		}
	}
	return false
}
