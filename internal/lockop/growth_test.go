//go:build unix

package lockop_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/lockop"
)

// BenchmarkGrowth shows that the work for a package, inventory and paths, grows with its size and no faster: the time for
// one function is to stay the same. It is CPU time, which a busy machine disturbs less; memory it disturbs not at all.
func BenchmarkGrowth(b *testing.B) {
	for _, shape := range []struct{ name, text string }{
		{"functions", lockFunctions}, {"methods", lockMethods}, {"callers", lockCallers}, {"onetype", lockOneType},
	} {
		for _, n := range []int{500, 1000, 2000} {
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				p := generated(b, shape.text, n)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				start := cpuTime(b)
				for b.Loop() {
					p.inventory(b)
				}
				used := cpuTime(b) - start
				runtime.ReadMemStats(&after)
				functions := float64(b.N * n * strings.Count(shape.text, "\nfunc "))
				b.ReportMetric(float64(used)/functions, "ns/function")
				b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/functions, "B/function")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// cpuTime returns the CPU time of this process, the garbage collector's included.
func cpuTime(b *testing.B) int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
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
