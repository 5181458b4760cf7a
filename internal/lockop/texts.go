package lockop

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Texts is the fact of a package that exports constants with text that speaks of advisory locks, such as those of sqlc.
type Texts struct{}

// AFact marks Texts as a fact.
func (*Texts) AFact() {}

// String is what tests compare.
func (*Texts) String() string { return "has lock texts" }

// exportTexts exports the fact if it holds of the package.
func exportTexts(pass *analysis.Pass) {
	scope := pass.Pkg.Scope()
	if slices.ContainsFunc(scope.Names(), func(name string) bool {
		return token.IsExported(name) && isLockText(scope.Lookup(name))
	}) {
		pass.ExportPackageFact(new(Texts))
	}
}

// usesTexts reports whether the package uses such a constant of another.
func usesTexts(pass *analysis.Pass) bool {
	if len(pass.AllPackageFacts()) == 0 {
		return false
	}
	for _, obj := range pass.TypesInfo.Uses {
		if obj.Pkg() != pass.Pkg && isLockText(obj) {
			return true
		}
	}
	return false
}

func isLockText(obj types.Object) bool {
	c, ok := obj.(*types.Const)
	return ok && c.Val().Kind() == constant.String && mentions(constant.StringVal(c.Val()))
}
