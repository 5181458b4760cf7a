package directive_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/advlockcheck/advlockcheck/internal/directive"
)

func parse(t *testing.T, src string) (*token.File, *ast.File, *directive.Set) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return fset.File(f.Package), f, directive.Parse(fset, []*ast.File{f})
}

func TestForm(t *testing.T) {
	type form struct {
		Word, Args, Why string
		Problem         directive.Problem
	}
	for comment, want := range map[string]form{
		"//advlock:acquires":                   {Word: "acquires"},
		"//advlock:acquires a.key\t42":         {Word: "acquires", Args: "a.key 42"},
		"//advlock:acquires a // for b":        {Word: "acquires", Args: "a"},
		"//advlock:acquires // for b":          {Word: "acquires"},
		"//advlock:releases":                   {Word: "releases"},
		"//advlock:hold leader election":       {Word: "hold", Why: "leader election"},
		"//advlock:hold":                       {Word: "hold", Problem: directive.NoReason},
		"//advlock:hold //":                    {Word: "hold", Problem: directive.NoReason},
		"//advlock:ignore a/b one worker":      {Word: "ignore", Args: "a/b", Why: "one worker"},
		"//advlock:ignore\ta/b\tone worker":    {Word: "ignore", Args: "a/b", Why: "one worker"},
		"//advlock:ignore a/b // one worker":   {Word: "ignore", Args: "a/b", Why: "one worker"},
		"//advlock:ignore a/b,c why":           {Word: "ignore", Args: "a/b c", Why: "why"},
		"//advlock:ignore a/b, c why":          {Word: "ignore", Args: "a/b c", Why: "why"},
		"//advlock:ignore a/b ,c , d why, so":  {Word: "ignore", Args: "a/b c d", Why: "why, so"},
		"//advlock:ignore a/b,":                {Word: "ignore", Args: "a/b", Problem: directive.NoReason},
		"//advlock:ignore a/b":                 {Word: "ignore", Args: "a/b", Problem: directive.NoReason},
		"//advlock:ignore":                     {Word: "ignore", Problem: directive.NoRule},
		"//advlock:ignore ,":                   {Word: "ignore", Problem: directive.NoRule},
		"//advlock:ignores a/b why":            {Word: "ignores", Problem: directive.UnknownWord},
		"//advlock:":                           {Problem: directive.UnknownWord},
		"//advlock: ignore a/b why":            {Problem: directive.UnknownWord},
		"// advlock:ignore a/b why":            {Word: "ignore", Args: "a/b", Why: "why", Problem: directive.Spaced},
		"// advlock:ignore":                    {Word: "ignore", Problem: directive.Spaced},
		"// advlock:foo is no directive":       {},
		"//  advlock:ignore a/b in a list":     {},
		"//\tadvlock:ignore a/b in an example": {},
		"// see advlock:ignore":                {},
		"/*advlock:ignore a/b why*/":           {},
		"//advlocks:ignore a/b why":            {},
	} {
		_, _, set := parse(t, "package p\n\n"+comment+"\n")
		var got form
		for _, d := range set.All() {
			got = form{d.Word, strings.Join(d.Args, " "), d.Why, d.Problem}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", comment, diff)
		}
	}
}

// Each line says in words at its end which directives speak of it.
func TestPlace(t *testing.T) {
	const src = `package p //advlock:hold package

//advlock:hold above
// and words
var a = 1 // above

//advlock:hold too far

var b = 1
var c = 1 //advlock:hold behind
var d = 1
var e = []int{
	//advlock:hold inside
	1, // inside
	2, //advlock:hold element
} //advlock:hold brace
var f = func() { //advlock:hold open
	//advlock:hold alone
	//advlock:hold second
	for { // alone second
	}
} //advlock:hold close
`
	file, f, set := parse(t, src)
	for i, text := range strings.Split(strings.TrimSpace(src), "\n") {
		code, words, _ := strings.Cut(text, "//")
		want := strings.Fields(strings.TrimPrefix(words, "advlock:hold"))
		got := []string{}
		for _, d := range set.At(file.LineStart(i + 1)) {
			got = append(got, d.Why)
		}
		if strings.TrimSpace(code) != "" && !cmp.Equal(want, got) {
			t.Errorf("line %d, %s: %q, want %q", i+1, text, got, want)
		}
	}
	if d, ok := set.Held(f.Decls[0].Pos()); !ok || d.Why != "above" {
		t.Errorf("Held = %v, %t", d, ok)
	}
	if d, ok := set.Held(f.Decls[1].Pos()); ok {
		t.Errorf("Held = %v two lines below a directive", d)
	}
}

func TestContract(t *testing.T) {
	_, f, set := parse(t, `package p

// Lock takes a lock.
//
//advlock:acquires a b
func Lock() {}

//advlock:acquires
//advlock:releases
func (s *S) Next() {}

func plain() {}

type I interface {
	Unlock() //advlock:releases
}
`)
	got := map[string]directive.Contract{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			got[n.Name.Name] = set.Func(n)
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				got[m.Names[0].Name] = set.Method(m)
			}
		}
		return true
	})
	want := map[string]directive.Contract{
		"Lock":   {Acquires: true, Keys: []string{"a", "b"}},
		"Next":   {Acquires: true, Releases: true},
		"plain":  {},
		"Unlock": {Releases: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestIgnored(t *testing.T) {
	_, f, set := parse(t, `package p

var x = 1 //advlock:ignore a/b,c why

var y = 1 //advlock:ignore a/b
`)
	x, y := f.Decls[0].Pos(), f.Decls[1].Pos()
	for rule, want := range map[string]bool{"a/b": true, "a/c": false, "a": false, "c/d": true, "c": true, "cc/d": false} {
		if _, ok := set.Ignored(rule, x); ok != want {
			t.Errorf("Ignored(%s) = %t", rule, ok)
		}
	}
	if _, ok := set.Ignored("a/b", y); ok {
		t.Error("a directive without a reason is obeyed")
	}
	var none *directive.Set
	if _, ok := none.Ignored("a/b", x); ok || len(none.All()) > 0 {
		t.Error("nil has directives")
	}
}

// BenchmarkNone is what a file of a thousand comments costs that has no directive.
func BenchmarkNone(b *testing.B) {
	fset := token.NewFileSet()
	src := "package p\n" + strings.Repeat("\n// advisory locks are spoken of\nvar _ = 1\n", 1000)
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		directive.Parse(fset, []*ast.File{f})
	}
}
