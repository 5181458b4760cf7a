package lockop_test

import (
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/advlockcheck/advlockcheck/internal/lockmap"
	"github.com/advlockcheck/advlockcheck/internal/lockop"
)

// inventory reports every operation as the map describes it:
//
//	pg_advisory_lock: pinned conn; key is parameter; deferred unlock in Run; from main
//	pg_advisory_unlock: pinned conn; key is parameter
//
// that is session, keys, releases of what is acquired, and callers. Operations of wrappers that other packages define
// are reported where they are called.
var inventory = pass("inventory", func(pass *analysis.Pass, res *lockop.Result) {
	for _, op := range res.Inventory().Operations {
		at := op.Pos
		if op.Package != pass.Pkg.Path() && len(op.Callers) == 1 {
			at = op.Callers[0].Pos
			if keys := op.Callers[0].Keys; keys != nil {
				op.Keys = keys
			}
			op.Callers = nil
			op.Function = filepath.Base(op.Package) + "." + op.Func + ", " + op.Function
		}
		pass.Reportf(position(pass, at), "%s", plain(describe(op)))
	}
})

func describe(op lockmap.Operation) string {
	parts := []string{op.Function + ": " + op.Session.Class + " " + op.Session.Expr}
	for _, k := range op.Keys {
		parts = append(parts, k.Expr+" is "+k.How)
	}
	if op.Action == "acquire" {
		var releases []string
		for _, r := range op.Releases {
			if r.Func != "" {
				r.How += " in " + r.Func
			}
			releases = append(releases, r.How)
		}
		if len(releases) == 0 {
			releases = []string{"no release"}
		}
		parts = append(parts, strings.Join(releases, " and "))
	}
	var callers []string
	for _, c := range op.Callers {
		for _, k := range c.Keys {
			c.Func += " with " + k.Expr
		}
		callers = append(callers, c.Func)
	}
	if len(callers) > 0 {
		parts = append(parts, "from "+strings.Join(callers, ", "))
	}
	return strings.Join(parts, "; ")
}

// plain leaves out what expectations would have to escape.
func plain(s string) string {
	return strings.NewReplacer("(*", "", ")", "", "(", " ", "$", "").Replace(s)
}

// position finds the place that an inventory names by file, line and column.
func position(pass *analysis.Pass, place string) token.Pos {
	for _, f := range pass.Files {
		file := pass.Fset.File(f.Pos())
		rest, ok := strings.CutPrefix(place, file.Name()+":")
		if !ok {
			continue
		}
		line, column, _ := strings.Cut(rest, ":")
		l, err1 := strconv.Atoi(line)
		c, err2 := strconv.Atoi(column)
		if err1 == nil && err2 == nil && l <= file.LineCount() {
			return file.LineStart(l) + token.Pos(c-1)
		}
	}
	return pass.Files[0].Package
}

func TestInventory(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), inventory, "inventory/...")
}
