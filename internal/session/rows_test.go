package session

import (
	"go/types"
	"os"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Every row must name a type, a function or a method that exists, with the result, argument or callback that the row
// speaks of. Libraries that this module does not require, and earlier versions, are checked where the environment
// variable ADVLOCK_TEST_LIBS names the directory of a module that imports them.
func TestRowsExist(t *testing.T) {
	real := loaded(t)
	if real["database/sql"] == nil {
		t.Fatal("database/sql cannot be loaded")
	}
	for _, lib := range libraries {
		pkgs := real[lib.path]
		if pkgs == nil || lib.old && os.Getenv("ADVLOCK_TEST_LIBS") == "" {
			t.Logf("%s: not at hand, rows not checked", lib.path)
			continue
		}
		for _, row := range lib.types {
			if lookup(pkgs, row.name) == nil {
				t.Errorf("%s: no type %s", lib.path, row.name)
			}
		}
		for _, row := range lib.calls {
			for _, recv := range strings.Split(row.recv, " ") {
				for _, name := range strings.Fields(row.names) {
					checkRow(t, lib, pkgs, recv, name, row.does)
				}
			}
		}
	}
}

// The table says nothing about types that are no handles: all those below the libraries.
func TestOthersUnknown(t *testing.T) {
	table := New()
	for path, pkgs := range loaded(t) {
		for _, p := range pkgs {
			for _, name := range p.Scope().Names() {
				obj := p.Scope().Lookup(name)
				info := table.Of(obj.Type())
				if n := named(obj.Type()); n != nil {
					for m := range n.Methods() {
						table.Method(m)
					}
				}
				if fn, ok := obj.(*types.Func); ok {
					table.Method(fn)
				}
				if standard := !strings.Contains(path, "."); standard && info.Class != Unknown && !strings.HasPrefix(path, "database/sql") {
					t.Errorf("%s.%s: %s, %s", path, name, info.Class, info.Why)
				}
			}
		}
	}
}

func checkRow(t *testing.T, lib library, pkgs []*types.Package, recv, name string, want Effect) {
	t.Helper()
	label := strings.TrimPrefix(recv+"."+name, ".")
	var fn *types.Func
	if recv == "" {
		fn, _ = lookup(pkgs, name).(*types.Func)
	} else if obj := lookup(pkgs, recv); obj != nil {
		for _, p := range pkgs {
			if obj := p.Scope().Lookup(recv); fn == nil && obj != nil {
				fn = declared(obj.Type(), name)
			}
		}
	}
	if fn == nil {
		t.Errorf("%s: no %s", lib.path, label)
		return
	}
	got := New().Method(fn)
	switch {
	case got.Kind != want.Kind || got.Shape:
		t.Errorf("%s: %s %s, want the row's %s", lib.path, label, got.Kind, want.Kind)
	case want.From == argument && got.From < 0:
		t.Errorf("%s: %s has no argument that can be a handle", lib.path, label)
	}
	switch got.Kind {
	case Opens, Pins, Begins, Hijacks, Unwraps, WithSession, Binds:
		if got.Result < 0 {
			t.Errorf("%s: %s gives no handle", lib.path, label)
		}
		if got.Kind == WithSession || got.Kind == Binds || got.Class == Unknown {
			return
		}
		res := New().Of(fn.Signature().Results().At(got.Result).Type())
		if res.Class != Unknown && res.Class != got.Class {
			t.Errorf("%s: %s gives a %s, its result %s", lib.path, label, got.Class, res.Why)
		}
	case InTx, InConn, MayDiscard:
		if got.Callback < 0 || got.Param < 0 && name != "Wrap" {
			t.Errorf("%s: %s calls nothing back", lib.path, label)
		}
	}
}

// declared returns a method that the type, or the interface, declares itself.
func declared(typ types.Type, name string) *types.Func {
	n, ok := typ.(*types.Named)
	if !ok {
		return nil
	}
	for m := range n.Methods() {
		if m.Name() == name {
			return m
		}
	}
	if i, ok := n.Underlying().(*types.Interface); ok {
		for m := range i.ExplicitMethods() {
			if m.Name() == name {
				return m
			}
		}
	}
	return nil
}

func lookup(pkgs []*types.Package, name string) types.Object {
	for _, p := range pkgs {
		if obj := p.Scope().Lookup(name); obj != nil {
			return obj
		}
	}
	return nil
}

// loaded returns the libraries of the table that a module can import, by path, all versions of each.
func loaded(t *testing.T) map[string][]*types.Package {
	t.Helper()
	all, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// loadOnce type-checks them once for all tests. Errors below the libraries do no harm: only what a package declares is
// looked at.
var loadOnce = sync.OnceValues(func() (map[string][]*types.Package, error) {
	const pgx = "github.com/jackc/pgx/v5"
	patterns := []string{"database/sql", "database/sql/driver", pgx, pgx + "/pgxpool", pgx + "/pgconn", pgx + "/stdlib"}
	dir := os.Getenv("ADVLOCK_TEST_LIBS")
	if dir != "" {
		patterns = []string{"database/sql", "./..."}
	}
	mode := packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps
	roots, err := packages.Load(&packages.Config{Mode: mode, Dir: dir}, patterns...)
	if err != nil {
		return nil, err
	}
	all := map[string][]*types.Package{}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.Types != nil && len(p.Types.Scope().Names()) > 0 {
			path := Unversioned(p.PkgPath)
			all[path] = append(all[path], p.Types)
		}
	})
	return all, nil
})
