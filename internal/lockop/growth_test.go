package lockop_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
)

// BenchmarkGrowth shows that the inventory of a package grows with its size and no faster: the time for one function is
// to stay the same.
func BenchmarkGrowth(b *testing.B) {
	for _, shape := range []struct{ name, text string }{{"functions", lockFunctions}, {"methods", lockMethods}, {"callers", lockCallers}, {"onetype", lockOneType}} {
		for _, n := range []int{500, 1000, 2000} {
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				p := generated(b, shape.text, n)
				for b.Loop() {
					p.inventory(b)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/function")
			})
		}
	}
}

// The shapes of generated packages: each is repeated with numbers for #.
const (
	lockFunctions = `
func Run#(ctx context.Context, conn *sql.Conn, key int64) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1) /* # */", key); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", key)
	return nil
}`
	lockMethods = `
type Mutex# struct { conn *sql.Conn; key int64 }
func (m *Mutex#) Lock(ctx context.Context) error {
	_, err := m.conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", m.key)
	return err
}
func (m *Mutex#) Unlock(ctx context.Context) error {
	_, err := m.conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", m.key)
	return err
}`
	lockOneType = `
func (m *Mutex) Lock#(ctx context.Context) error {
	_, err := m.conn.ExecContext(ctx, "SELECT pg_advisory_lock(#)")
	return err
}
func (m *Mutex) Unlock#(ctx context.Context) error {
	_, err := m.conn.ExecContext(ctx, "SELECT pg_advisory_unlock(#)")
	return err
}`
	lockCallers = `
func lock#(ctx context.Context, conn *sql.Conn) (func(), error) {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(#)"); err != nil {
		return nil, err
	}
	release := func() { conn.ExecContext(ctx, "SELECT pg_advisory_unlock(#)") }
	return release, nil
}
func Use#(ctx context.Context, conn *sql.Conn) {
	if release, err := lock#(ctx, conn); err == nil {
		defer release()
	}
}`
)

// generated makes a package of n copies of a text.
func generated(b *testing.B, text string, n int) loaded {
	b.Helper()
	var src strings.Builder
	src.WriteString("package generated\n\nimport (\"context\"; \"database/sql\")\n\ntype Mutex struct{ conn *sql.Conn }\n")
	for i := range n {
		src.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(i)))
	}
	l := loaded{fset: token.NewFileSet(), info: newInfo()}
	file, err := parser.ParseFile(l.fset, "generated.go", src.String(), parser.SkipObjectResolution)
	if err != nil {
		b.Fatal(err)
	}
	l.files = []*ast.File{file}
	conf := types.Config{Importer: importer.ForCompiler(l.fset, "source", nil)}
	if l.pkg, err = conf.Check("generated", l.fset, l.files, l.info); err != nil {
		b.Fatal(err)
	}
	return l
}

// inventory makes the inventory of the package.
func (l loaded) inventory(b *testing.B) {
	res := l.run(b, lockop.Analyzer).(*lockop.Result)
	if len(res.Inventory().Operations) == 0 {
		b.Fatal("no operations")
	}
}

// noFacts lets an analyzer export facts that nobody reads.
func noFacts(pass *analysis.Pass) {
	pass.ImportObjectFact = func(types.Object, analysis.Fact) bool { return false }
	pass.ExportObjectFact = func(types.Object, analysis.Fact) {}
	pass.AllObjectFacts = func() []analysis.ObjectFact { return nil }
	pass.ExportPackageFact = func(analysis.Fact) {}
	pass.AllPackageFacts = func() []analysis.PackageFact { return nil }
}
