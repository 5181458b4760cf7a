package lockmap

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestLayout draws graphs of many kinds: boxes do not overlap, and every arc leads from its box to its box.
func TestLayout(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, inv := range map[string]Inventory{
		"one loop": edges("a", "a"),
		"a pair":   edges("a", "b", "b", "a"),
		"chain":    chain(80),
		"star":     star(80),
		"apart":    edges("a", "b", "c", "d", "e", "f"),
		"ring":     Merge(chain(50), edges("49", "0")),
		"sparse":   randomEdges(random, 40, 50),
		"dense":    randomEdges(random, 30, 400),
	} {
		t.Run(name, func(t *testing.T) {
			g := inv.graph()
			l := g.lay(labels(g))
			if len(l.Boxes) != len(g.nodes) || len(l.Lines) != len(g.arcs) {
				t.Fatalf("%d nodes and %d arcs are drawn as %d and %d", len(g.nodes), len(g.arcs), len(l.Boxes), len(l.Lines))
			}
			for i, a := range l.Boxes {
				if a.X < 0 || a.Y < 0 || a.X+a.W > l.Width || a.Y+a.H > l.Height {
					t.Errorf("%s is outside of the frame", g.nodes[i])
				}
				for j, b := range l.Boxes[:i] {
					if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
						t.Errorf("%s and %s overlap: %v, %v", g.nodes[i], g.nodes[j], a, b)
					}
				}
			}
			for i, line := range l.Lines {
				a := g.arcs[i]
				if !l.Boxes[a.from].touches(line.Points[0]) || !l.Boxes[a.to].touches(line.Points[len(line.Points)-1]) {
					t.Errorf("%s -> %s: the line %v does not lead from %v to %v",
						g.nodes[a.from], g.nodes[a.to], line.Points, l.Boxes[a.from], l.Boxes[a.to])
				}
			}
		})
	}
}

func (b box) touches(p point) bool {
	const near = 0.01
	return p.X > b.X-near && p.X < b.X+b.W+near && p.Y > b.Y-near && p.Y < b.Y+b.H+near
}

// BenchmarkLayout draws graphs up to one as large as a page can hold.
func BenchmarkLayout(b *testing.B) {
	for _, nodes := range []int{75, 150, 300} {
		b.Run(strconv.Itoa(nodes), func(b *testing.B) {
			g := randomEdges(rand.New(rand.NewPCG(3, 4)), nodes, 2*nodes).graph()
			for b.Loop() {
				g.lay(labels(g))
			}
		})
	}
}

// TestCycles compares strongly connected components with what a search for paths finds.
func TestCycles(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		n := 2 + random.IntN(9)
		next := make([][]int, n)
		reach := make([][]bool, n)
		for v := range reach {
			reach[v] = make([]bool, n)
			reach[v][v] = true
		}
		for range random.IntN(2 * n) {
			v, w := random.IntN(n), random.IntN(n)
			next[v] = append(next[v], w)
			reach[v][w] = true
		}
		for k := range n {
			for v := range n {
				for w := range n {
					reach[v][w] = reach[v][w] || reach[v][k] && reach[k][w]
				}
			}
		}
		component := components(next)
		for v := range n {
			for w := range n {
				if got, want := component[v] == component[w], reach[v][w] && reach[w][v]; got != want {
					t.Fatalf("%v: %d and %d in one component: %v, want %v", next, v, w, got, want)
				}
			}
		}
	}
}

// TestNoCycle lists what looks like a circle of keys and is none.
func TestNoCycle(t *testing.T) {
	try := edges("a", "b", "b", "a")
	try.Edges[1].Try = true
	for name, inv := range map[string]Inventory{
		"a try does not wait":         try,
		"a session has the lock":      edges("42", "42"),
		"unknown keys may be any two": edges(unknownKey, unknownKey, "a", unknownKey, unknownKey, "a"),
	} {
		if n := inv.graph().cycles; n != 0 {
			t.Errorf("%s: %d cycles", name, n)
		}
	}
	for name, inv := range map[string]Inventory{
		"keys of one name": edges("id (field) in p", "id (field) in p"),
		"two ways round":   edges("a", "b", "b", "a"),
	} {
		if n := inv.graph().cycles; n != 1 {
			t.Errorf("%s: %d cycles, want 1", name, n)
		}
	}
}

func labels(g *graph) [][]string {
	list := make([][]string, len(g.nodes))
	for i, name := range g.nodes {
		list[i] = []string{name}
	}
	return list
}

func edges(names ...string) Inventory {
	var inv Inventory
	for i := 0; i < len(names); i += 2 {
		inv.Edges = append(inv.Edges, Edge{From: names[i], To: names[i+1], Pos: "a.go:1:1"})
	}
	return inv
}

func chain(n int) Inventory {
	var names []string
	for i := range n - 1 {
		names = append(names, fmt.Sprint(i), fmt.Sprint(i+1))
	}
	return edges(names...)
}

func star(n int) Inventory {
	var names []string
	for i := range n {
		names = append(names, "hub", fmt.Sprint(i))
	}
	return edges(names...)
}

func randomEdges(random *rand.Rand, nodes, n int) Inventory {
	var names []string
	for range 2 * n {
		names = append(names, fmt.Sprint(random.IntN(nodes)))
	}
	return edges(names...)
}
