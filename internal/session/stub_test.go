package session_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
)

// A program is a package that was type-checked against the stubs of testdata/libraries.txtar and the real database/sql.
type program struct {
	pkg  *types.Package
	info *types.Info
	file *ast.File
}

// check type-checks a file of package p with every library imported under its name.
func check(t *testing.T, src string) program {
	t.Helper()
	world.Lock()
	defer world.Unlock()
	p, err := world.check("example.com/p", header+src+uses)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const header = `package p

import (
	"context"
	"database/sql"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	pool4 "github.com/jackc/pgx/v4/pgxpool"
	std4 "github.com/jackc/pgx/v4/stdlib"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
	"github.com/uptrace/bun"
	"github.com/go-pg/pg/v10"
	"github.com/Masterminds/squirrel"
	entsql "entgo.io/ent/dialect/sql"
	"example.com/sqlc"
	"example.com/ent"
)
`

const uses = `
var (
	_ context.Context
	_ *sql.DB
	_ sync.Mutex
	_ pgx.Tx
	_ pgconn.CommandTag
	_ pgxpool.Pool
	_ pool4.Pool
	_ = std4.AcquireConn
	_ sqlx.DB
	_ gorm.DB
	_ bun.DB
	_ pg.DB
	_ squirrel.SelectBuilder
	_ entsql.Driver
	_ sqlc.Queries
	_ ent.Client
)
`

// world holds the packages that are checked already. It is locked, for tests run in parallel.
var world = &universe{fset: token.NewFileSet(), pkgs: map[string]*types.Package{}}

type universe struct {
	sync.Mutex
	fset *token.FileSet
	pkgs map[string]*types.Package
	std  types.Importer
	src  map[string]string
}

func (u *universe) Import(path string) (*types.Package, error) {
	if u.src == nil {
		u.std = importer.ForCompiler(u.fset, "source", nil)
		u.src = map[string]string{}
		ar, err := txtar.ParseFile("testdata/libraries.txtar")
		if err != nil {
			return nil, err
		}
		for _, f := range ar.Files {
			u.src[f.Name] = string(f.Data)
		}
	}
	if p := u.pkgs[path]; p != nil {
		return p, nil
	}
	src, ok := u.src[path]
	if !ok {
		return u.std.Import(path)
	}
	p, err := u.check(path, src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	u.pkgs[path] = p.pkg
	return p.pkg, nil
}

func (u *universe) check(path, src string) (program, error) {
	f, err := parser.ParseFile(u.fset, strings.ReplaceAll(path, "/", "_")+".go", src, parser.SkipObjectResolution)
	if err != nil {
		return program{}, err
	}
	p := program{file: f, info: &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	conf := types.Config{Importer: u}
	p.pkg, err = conf.Check(path, u.fset, []*ast.File{f}, p.info)
	return p, err
}

// typ returns the type of a package-level variable, or of the first parameter of a function.
func (p program) typ(t *testing.T, name string) types.Type {
	t.Helper()
	switch obj := p.pkg.Scope().Lookup(name).(type) {
	case *types.Var:
		return obj.Type()
	case *types.Func:
		return obj.Signature().Params().At(0).Type()
	}
	t.Fatalf("no variable %s", name)
	return nil
}

// calls returns the calls of a program, in order of their source, with what they call.
func (p program) calls() []called {
	var all []called
	ast.Inspect(p.file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		fn, _ := p.info.Uses[sel.Sel].(*types.Func)
		all = append(all, called{expr: types.ExprString(sel), fn: fn, sel: p.info.Selections[sel]})
		return true
	})
	return all
}

type called struct {
	expr string // db.Begin
	fn   *types.Func
	sel  *types.Selection
}

// fields returns the fields that a program selects, by expression.
func (p program) fields() map[string]*types.Var {
	all := map[string]*types.Var{}
	for e, sel := range p.info.Selections {
		if v, ok := sel.Obj().(*types.Var); ok {
			all[types.ExprString(e)] = v
		}
	}
	return all
}
