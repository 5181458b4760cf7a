package unlockpair_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// TestMutations takes the functions of the scenarios in which nothing is reported, and spoils how they release their
// locks, one fault at a time. Each of these mutants must be reported, but for a few of each kind: -v lists them.
func TestMutations(t *testing.T) {
	tr := loadTree(t, analysistest.TestData()+"/src")
	m := &matcher{findSites(tr), map[line]bool{}}
	for _, u := range tr.order {
		for r := range u.state.reports {
			m.loud[line{r.file, r.line}] = true
		}
		for _, s := range u.files {
			n := 0
			for text := range strings.Lines(string(s.text)) {
				n++
				if strings.Contains(text, "// want `") {
					m.loud[line{s.name, n}] = true
				}
			}
		}
	}
	var mutants []mutant
	for _, mt := range m.matches() {
		for i := range mutations {
			for _, mu := range mutations[i].spoil(m, mt) {
				mu.mutation = &mutations[i]
				mutants = append(mutants, mu)
			}
		}
	}

	results := make([]result, len(mutants))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				results[i] = tr.try(mutants[i])
			}
		})
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	workers.Wait()

	tried, found := map[*mutation]int{}, map[*mutation]int{}
	for i, mu := range mutants {
		tried[mu.mutation]++
		switch res := results[i]; {
		case res.err != nil:
			t.Errorf("%v: %v", mu, res.err)
		case res.reported:
			found[mu.mutation]++
		default:
			t.Logf("silence: %v", mu)
		}
	}
	reported := 0
	for i := range mutations {
		mu := &mutations[i]
		reported += found[mu]
		t.Logf("%3d of %3d reported: %s", found[mu], tried[mu], mu.name)
		if 100*found[mu] < mu.floor*tried[mu] {
			t.Errorf("%s: %d of %d reported, want %d %%", mu.name, found[mu], tried[mu], mu.floor)
		}
		if tried[mu] < 10 {
			t.Errorf("%s: %d mutants are too few to say anything", mu.name, tried[mu])
		}
	}
	t.Logf("%d of %d reported", reported, len(mutants))
	if len(mutants) < 800 || 100*reported < 94*len(mutants) {
		t.Error("want 94 % of 800 mutants or more")
	}
}

// A mutant is a function with one fault.
type mutant struct {
	mutation *mutation
	fn       *function
	edits    []edit
}

// An edit replaces a part of a file. Edits do not move lines.
type edit struct {
	from, to int
	text     string
}

func (m *matcher) mutant(r *lockSite, edits ...edit) mutant { return mutant{fn: r.fn, edits: edits} }

// replace replaces a node, and keeps its lines.
func (m *matcher) replace(fn *function, n ast.Node, text string) edit {
	text += strings.Repeat("\n", strings.Count(fn.at(m.tr, n), "\n"))
	return edit{m.tr.offset(n.Pos()), m.tr.offset(n.End()), text}
}

func (m *matcher) insert(pos token.Pos, text string) edit {
	return edit{m.tr.offset(pos), m.tr.offset(pos), text}
}

// source returns the text of the file with the fault.
func (mu mutant) source() []byte {
	text := slices.Clone(mu.fn.src.text)
	edits := slices.SortedFunc(slices.Values(mu.edits), func(a, b edit) int { return cmp.Compare(b.from, a.from) })
	for _, e := range edits {
		text = slices.Replace(text, e.from, e.to, []byte(e.text)...)
	}
	return text
}

// String shows the lines that differ.
func (mu mutant) String() string {
	out := fmt.Sprintf("%s, %s.%s:", mu.mutation.name, mu.fn.unit.path, mu.fn.decl.Name.Name)
	before, after := strings.Split(string(mu.fn.src.text), "\n"), strings.Split(string(mu.source()), "\n")
	for i := range before {
		if before[i] != after[i] {
			out += fmt.Sprintf("\n%s:%d\n  -%s\n  +%s", mu.fn.src.name, i+1, before[i], after[i])
		}
	}
	return out
}

type result struct {
	reported bool
	err      error
}

// try analyzes the package of a mutant, and those that import it. It looks for a report that the tree does not have.
func (tr *tree) try(mu mutant) (res result) {
	var files []*ast.File
	for _, s := range mu.fn.unit.files {
		file := s.file
		if s == mu.fn.src {
			var err error
			file, err = parser.ParseFile(tr.fset, s.name, mu.source(), parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return result{err: err}
			}
		}
		files = append(files, file)
	}
	mutated := map[*unit]state{}
	for _, u := range append([]*unit{mu.fn.unit}, tr.users(mu.fn.unit)...) {
		if u != mu.fn.unit {
			files = u.asts()
		}
		st, err := tr.check(u, files, mutated)
		if err != nil {
			return result{err: err}
		}
		mutated[u] = st
		for r, n := range st.reports {
			res.reported = res.reported || n > u.state.reports[r]
		}
	}
	return res
}
