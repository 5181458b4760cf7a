package sqltext_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/advlockcheck/advlockcheck/internal/sqltext"
)

// std is shared: reading export data costs more than all the tests.
var (
	stdFset = token.NewFileSet()
	std     = importer.ForCompiler(stdFset, "gc", nil)
)

// A loaded package with calls of a function named use, whose argument is asked for.
type source struct {
	resolver *sqltext.Resolver
	uses     []ast.Expr
	text     string
}

const prelude = "func use(any) {}; var cond bool; func other() string; func hidden(any); var arg string\n"

// load type-checks the declarations in body.
func load(t testing.TB, body string) source {
	t.Helper()
	return loadFile(t, filepath.Join(t.TempDir(), "p.go"), body)
}

func loadFile(t testing.TB, name, body string) source {
	t.Helper()
	var imports strings.Builder
	for _, path := range []string{"bytes", "embed", "fmt", "io", "strings"} {
		if strings.Contains(body, path+".") {
			imports.WriteString("import \"" + path + "\"\n")
		}
	}
	text := "package p\n" + imports.String() + prelude + body
	file, err := parser.ParseFile(stdFset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
	}
	pkg, err := (&types.Config{Importer: std}).Check("p", stdFset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	src := source{resolver: sqltext.New(stdFset, []*ast.File{file}, pkg, info), text: text}
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "use" {
				src.uses = append(src.uses, call.Args[0])
			}
		}
		return true
	})
	return src
}

// texts returns the texts of the argument of the i-th use, with … for a hole.
func (s source) texts(i int) []string {
	var out []string
	for _, t := range s.resolver.Texts(s.uses[i]) {
		out = append(out, strings.ReplaceAll(t.String(), string(sqltext.Hole), "…"))
	}
	return out
}

func TestTexts(t *testing.T) {
	for _, test := range []struct {
		name string
		body string
		want string // the alternatives, separated by |
	}{
		{"literal", `func f() { use("a") }`, "a"},
		{"raw literal", "func f() { use(`a`) }", "a"},
		{"parentheses", `func f() { use(("a")) }`, "a"},
		{"constant", `const q = "a"; func f() { use(q) }`, "a"},
		{"constant of constants", `const a, q = "a", a + "b"; func f() { use(q) }`, "ab"},
		{"local constant", `func f() { const q = "a"; use(q) }`, "a"},
		{"repeated constant", "const (\n p = \"a\"\n q\n)\nfunc f() { use(q) }", "a"},
		{"typed constant", `type sql string; const q sql = "a"; func f() { use(string(q)) }`, "a"},
		{"bytes", `func f() { use([]byte("a")) }`, "a"},
		{"string of bytes", `func f() { use(string([]byte("a"))) }`, "a"},
		{"number", `func f() { use(12) }`, ""},
		{"rune to string", `func f() { use(string(rune(65))) }`, "A"},

		{"concatenation", `func f() { use("a" + "b") }`, "ab"},
		{"unknown piece", `func f() { use("a" + other() + "b") }`, "a…b"},
		{"unknown pieces are one hole", `func f() { use("a" + other() + other()) }`, "a…"},
		{"unknown", `func f() { use(other()) }`, ""},
		{"parameter", `func f(q string) { use(q) }`, ""},
		{"parameter inside", `func f(q string) { use("a" + q) }`, "a…"},

		{"package variable", `var q = "a"; func f() { use(q) }`, "a"},
		{"package variable set twice", `var q = "a"; func g() { q = "b" }; func f() { use(q) }`, "a|b"},
		{"package variable added to", `var q = "a"; func g() { q += "b" }; func f() { use(q) }`, ""},
		{"package variable set elsewhere", `var q string; func g() { q = "a" }; func f() { use(q) }`, "a"},
		{"address of a package variable", `var q = "a"; func g() { hidden(&q) }; func f() { use(q) }`, ""},

		{"local", `func f() { q := "a"; use(q) }`, "a"},
		{"local declared", `func f() { var q string = "a"; use(q) }`, "a"},
		{"local set later", `func f() { var q string; q = "a"; use(q); q = "b" }`, "a"},
		{"local set again", `func f() { q := "a"; q = "b"; use(q) }`, "b"},
		{"local added to", `func f() { q := "a"; q += "b"; q = q + "c"; use(q) }`, "abc"},
		{"local in itself", `func f() { q := "a"; q = "(" + q + ")"; q = "[" + q + "]"; use(q) }`, "[(a)]"},
		{"in a call of its own assignment", `func g(x any, s string) string; func f() { q := "a"; q = g(use, q); use(q) }`, ""},
		{"other local", `func f() { where := "w"; q := "a" + where; where = "x"; use(q) }`, "aw"},
		{"address of a local", `func f() { q := "a"; hidden(&q); use(q) }`, ""},

		{"if", `func f() { q := "a"; if cond { q += "b" }; use(q) }`, "ab|a"},
		{"if else", `func f() { var q string; if cond { q = "a" } else { q = "b" }; use(q) }`, "a|b"},
		{"inside if", `func f() { q := "a"; if cond { q += "b"; use(q) }; q += "c" }`, "ab"},
		{"inside else", `func f() { q := "a"; if cond { q = "b" } else { use(q) } }`, "a"},
		{"if returns", `func f() { q := "a"; if cond { q = "b"; return }; use(q) }`, "a"},
		{"if panics", `func f() { q := "a"; if cond { q = "b"; panic(1) }; use(q) }`, "a"},
		{"one arm unknown", `func f() { q := "a"; if cond { q = other() }; use(q) }`, "a"},
		{"switch", `func f(d string) { var q string; switch d { case "pg": q = "a"; case "my": q = "b"; default: q = "c" }; use(q) }`, "a|b|c"},
		{"switch without default", `func f(d string) { q := "z"; switch d { case "pg": q = "a" }; use(q) }`, "a|z"},
		{"type switch", `func f(d any) { q := "z"; switch d.(type) { case int: q = "a" }; use(q) }`, "a|z"},
		{"inside switch", `func f(d string) { q := "z"; switch d { case "pg": q = "a"; use(q); case "my": q = "b" } }`, "a"},
		{"select", `func f(c chan int) { q := "z"; select { case <-c: q = "a" }; use(q) }`, "a"},
		{"too many branches", `func f() { q := "a"
			if cond { q += "1" }; if cond { q += "2" }; if cond { q += "3" }; if cond { q += "4" }; if cond { q += "5" }
			q += "z"; use(q) }`, "a1234…z|a234…z|a134…z|a34…z|a124…z|a24…z|a14…z|a4…z|a123…z|a23…z|a13…z|a3…z|a12…z|a2…z|a1…z|a…z"},

		{"loop adds", `func f() { q := "a"; for range 3 { q += "b" }; q += "c"; use(q) }`, "a…c"},
		{"loop sets", `func f() { q := "a"; for range 3 { q = "b" }; use(q) }`, "a|b"},
		{"inside a loop", `func f() { q := "a"; for range 3 { q += "b"; use(q) } }`, "a…b"},
		{"declared in a loop", `func f() { for range 3 { q := "a"; q += "b"; use(q) } }`, "ab"},
		{"range over texts", `func f() { for _, q := range []string{"a", "b"} { use(q) } }`, "a|b"},
		{"range over a variable", `var all = []string{"a", "b"}; func f() { for _, q := range all { use(q) } }`, "a|b"},
		{"range over a map", `func f() { for _, q := range map[int]string{1: "a"} { use(q) } }`, "a"},

		{"closure reads", `func f() { q := "a"; func() { use(q) }() }`, "a"},
		{"closure reads what changes later", `func f() { q := "a"; g := func() { use(q) }; q = "b"; g() }`, ""},
		{"closure writes", `func f() { q := "a"; func() { q = "b" }(); use(q) }`, ""},
		{"closure has its own", `func f() { func() { q := "a"; q += "b"; use(q) }() }`, "ab"},
		{"unreachable", `func f() { q := "a"; return; use(q) }`, ""},
		{"label", `func f() { q := "a"; l: for { q = "b"; if cond { continue l }; break }; use(q) }`, "a|b"},

		{"sprintf", `func f() { use(fmt.Sprintf("a %s %d", other(), 7)) }`, "a … 7"},
		{"sprintf text", `func f() { use(fmt.Sprintf("a %s %v", "b", arg)) }`, "a b …"},
		{"sprintf percent", `func f() { use(fmt.Sprintf("like 'a%%' %s", "b")) }`, "like 'a%' b"},
		{"sprintf order", `func f() { use(fmt.Sprintf("%[2]s %[1]s %s", "a", "b")) }`, "b a b"},
		{"sprintf width", `func f() { use(fmt.Sprintf("%03d %x", 7, 255)) }`, "007 ff"},
		{"sprintf star", `func f() { use(fmt.Sprintf("%*d %d", 3, 7, 8)) }`, "… …"},
		{"sprintf quoted", `func f() { use(fmt.Sprintf("a %q %q", "b", other())) }`, `a "b" …`},
		{"sprintf missing", `func f(x ...any) { use(fmt.Sprintf("a %s", x...)) }`, "a …"},
		{"sprintf stringer", `type k string; func (k) String() string { return "" }; func f() { use(fmt.Sprintf("a %s", k("b"))) }`, "a …"},
		{"sprintf variable format", `func f() { q := "a %d"; use(fmt.Sprintf(q, 1)) }`, "a 1"},
		{"sprintf unknown format", `func f(q string) { use(fmt.Sprintf(q+" %d", 1)) }`, "… 1"},
		{"sprintf alternatives", `func f() { t := "a"; if cond { t = "b" }; use(fmt.Sprintf("x %s", t)) }`, "x b|x a"},
		{"sprintf holes", `func f() { use("a" + fmt.Sprintf("%s%d", arg, len(arg)) + other()) }`, "a…"},
		{"sprintf unknown", `func f() { use(fmt.Sprintf("%s", arg)) }`, ""},
		{"empty", `func f() { use("" + fmt.Sprintf("")) }`, ""},
		{"sprint", `func f() { use(fmt.Sprint("a", 1, other())) }`, "a1…"},

		{"join", `func f() { use(strings.Join([]string{"a", "b", arg}, ", ")) }`, "a, b, …"},
		{"join variable", `func f() { x := []string{"a", "b"}; use(strings.Join(x, " AND ")) }`, "a AND b"},
		{"join appended", `func f() { x := []string{"a"}; x = append(x, "b"); use("q " + strings.Join(x, " AND ")) }`, "q …"},
		{"trim", `func f() { use(strings.TrimSpace(" a " + arg + " ")) }`, "a …"},
		{"lower", `func f() { use(strings.ToLower("A" + arg) + strings.ToUpper("b")) }`, "a…B"},
		{"replace", `func f() { use(strings.ReplaceAll("a {t} b {t}", "{t}", arg)) }`, "a … b …"},
		{"replace all by number", `func f() { use(strings.Replace("a {t} b", "{t}", "x", -1)) }`, "a x b"},
		{"replace one", `func f() { use("q" + strings.Replace("a a", "a", "x", 1)) }`, "q…"},
		{"repeat", `func f() { use(strings.Repeat("ab", 2)) }`, "abab"},
		{"repeat too often", `func f() { use("q" + strings.Repeat("ab", 1000000)) }`, "q…"},

		{"builder", `func f() { var b strings.Builder; b.WriteString("a"); b.WriteString("b"); use(b.String()) }`, "ab"},
		{"builder with a branch", `func f() { var b strings.Builder; b.WriteString("a"); if cond { b.WriteString("b") }; use(b.String()) }`, "ab|a"},
		{"builder in a loop", `func f() { b := &strings.Builder{}; b.WriteString("a"); for range 3 { b.WriteString("b") }; b.WriteString("c"); use(b.String()) }`, "a…c"},
		{"builder printed into", `func f() { var b strings.Builder; fmt.Fprintf(&b, "a %d", 1); fmt.Fprint(&b, "b"); io.WriteString(&b, "c"); use(b.String()) }`, "a 1bc"},
		{"builder handed on", `func f() { var b strings.Builder; b.WriteString("a"); hidden(&b); b.WriteString("c"); use(b.String()) }`, "a…c"},
		{"builder byte", `func f() { var b strings.Builder; b.WriteString("a"); b.WriteByte(' '); use(b.String()) }`, "a…"},
		{"builder reset", `func f() { var b bytes.Buffer; b.WriteString("a"); b.Reset(); b.WriteString("b"); use(b.String()) }`, "b"},
		{"buffer of a string", `func f() { b := bytes.NewBufferString("a"); b.WriteString("b"); use(b.Bytes()) }`, "ab"},
		{"builder parameter", `func f(b *strings.Builder) { b.WriteString("a"); use(b.String()) }`, "…a"},
		{"append", `func f() { b := []byte("a"); b = append(b, "b"...); use(string(b)) }`, "ab"},

		{"function", `func g() string { return "a" }; func f() { use(g()) }`, "a"},
		{"function with branches", `func g() string { if cond { return "a" }; return "b" }; func f() { use(g()) }`, "a|b"},
		{"function with a parameter", `func g(t string) string { return "a " + t }; func f() { use(g("jobs")) }`, "a jobs"},
		{"function that builds", `func g(t string) string { q := "a "; q += t; return q }; func f() { use(g("jobs") + g(arg)) }`, "a jobsa …"},
		{"function with two results", `func g() (string, error) { return "a", nil }; func f() { q, err := g(); _ = err; use(q) }`, "a"},
		{"method", `type s struct{}; func (s) q() string { return "a" }; func f() { use(s{}.q()) }`, "a"},
		{"generic function", `func g[T any](x T) string { return "a" }; func f() { use(g(1)) }`, "a"},
		{"recursion", `func g() string { return "a" + g() }; func f() { use(g()) }`, strings.Repeat("a", 12) + "…"},

		{"field", `type s struct{ q string }; var x = s{q: "a"}; func f() { use(x.q) }`, "a"},
		{"field by position", `type s struct{ n int; q string }; func f() { x := s{1, "a"}; use(x.q) }`, "a"},
		{"field set", `type s struct{ q string }; func f(x *s) { x.q = "a" }; func g(x s) { use(x.q) }`, "a"},
		{"field of a table", `func f() { for _, x := range []struct{ q string }{{"a"}, {"b"}} { use(x.q) } }`, "a|b"},
		{"index", `var qs = []string{"a", "b"}; func f() { use(qs[1]) }`, "b"},
		{"any index", `var qs = []string{"a", "b"}; func f(i int) { use(qs[i]) }`, "a|b"},
		{"map index", `var qs = map[string]string{"x": "a", "y": "b"}; func f() { use(qs["y"]) }`, "b"},
		{"map index with ok", `var qs = map[string]string{"x": "a"}; func f(k string) { q, ok := qs[k]; _ = ok; use(q) }`, "a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := load(t, test.body)
			got := strings.Join(src.texts(0), "|")
			if test.name == "recursion" { // the depth is a detail
				if !strings.HasPrefix(got, "aaaa") || !strings.HasSuffix(got, "…") {
					t.Errorf("got %q", got)
				}
				return
			}
			if got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestEmbed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.sql": "select a", "two words.sql": "select b"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src := loadFile(t, filepath.Join(dir, "p.go"), `
//go:embed a.sql
var a string

//go:embed "two words.sql"
var b []byte

//go:embed missing.sql
var missing string

//go:embed *.sql
var files embed.FS

func f() {
	use(a)
	use(string(b))
	use(missing)
	data, err := files.ReadFile("a.sql")
	_ = err
	use(string(data))
	data, _ = files.ReadFile("../a.sql")
	use(string(data))
}`)
	for i, want := range []string{"select a", "select b", "", "select a", ""} {
		if got := strings.Join(src.texts(i), "|"); got != want {
			t.Errorf("use %d: got %q, want %q", i, got, want)
		}
	}
	if !src.resolver.EmbedsMatch(func(s string) bool { return s == "select b" }) {
		t.Error("EmbedsMatch does not see the file behind b")
	}
	if src.resolver.EmbedsMatch(func(s string) bool { return s == "select c" }) {
		t.Error("EmbedsMatch sees a file that is not there")
	}
}

// More is asked for what the syntax does not say, and only for that.
func TestMore(t *testing.T) {
	src := load(t, `func f(q string) { known := "a"; use(known + q + other()) }`)
	var asked []string
	src.resolver.More = func(e ast.Expr) []sqltext.Text {
		asked = append(asked, types.ExprString(e))
		return []sqltext.Text{{Pieces: []sqltext.Piece{{Value: "x"}}}, {Pieces: []sqltext.Piece{{Value: "y"}}}}
	}
	if got, want := src.texts(0), []string{"axx", "axy", "ayx", "ayy"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if want := []string{"q", "other()"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %q, want %q", asked, want)
	}
}

func TestSole(t *testing.T) {
	src := load(t, `const once, twice, Exported = "a", "b", "c"
		func f() { use(once); use(twice); use(twice); use(Exported); q := "d"; q += "e"; use(q) }`)
	for i, want := range []bool{true, false, false, false, true} {
		via := src.resolver.Texts(src.uses[i])[0].Pieces[0].Via
		if len(via) != 1 || src.resolver.Sole(via[0]) != want {
			t.Errorf("use %d: via %v, want sole = %v", i, via, want)
		}
	}
}
