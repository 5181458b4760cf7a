package lockmap

import (
	"cmp"
	"slices"
)

// A graph is the order in which keys are taken: its nodes are keys, and an arc leads from a key that is held to one that
// is then taken.
type graph struct {
	nodes  []string // sorted
	arcs   []arc    // sorted by node
	cycles int      // groups of keys that can be taken in a circle
}

// An arc unites the edges between two nodes, given by index.
type arc struct {
	from, to int
	edges    []Edge
	try      bool // none of the edges waits
	cycle    bool // it is part of a cycle
}

// graph returns the order graph of an inventory. Keys that are never taken together with another are not in it.
func (inv Inventory) graph() *graph {
	g := &graph{}
	for _, e := range inv.Edges {
		g.nodes = append(g.nodes, e.From, e.To)
	}
	slices.SortFunc(g.nodes, compareNumeric)
	g.nodes = slices.Compact(g.nodes)
	number := map[string]int{}
	for i, name := range g.nodes {
		number[name] = i
	}
	index := map[[2]int]int{}
	for _, e := range inv.Edges {
		ends := [2]int{number[e.From], number[e.To]}
		i, ok := index[ends]
		if !ok {
			i = len(g.arcs)
			index[ends] = i
			g.arcs = append(g.arcs, arc{from: ends[0], to: ends[1], try: true})
		}
		g.arcs[i].edges = append(g.arcs[i].edges, e)
		g.arcs[i].try = g.arcs[i].try && e.Try
	}
	slices.SortFunc(g.arcs, func(a, b arc) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	g.markCycles()
	return g
}

// markCycles marks the arcs inside strongly connected components. An arc that does not wait, or whose key is not known,
// closes no circle; nor does a known key that is taken again, which its session already holds.
func (g *graph) markCycles() {
	waits := func(a arc) bool {
		return !a.try && g.nodes[a.from] != unknownKey && g.nodes[a.to] != unknownKey &&
			(a.from != a.to || !isValue(g.nodes[a.from]))
	}
	next := make([][]int, len(g.nodes))
	for _, a := range g.arcs {
		if waits(a) {
			next[a.from] = append(next[a.from], a.to)
		}
	}
	component := components(next)
	circles := map[int]bool{}
	for i := range g.arcs {
		a := &g.arcs[i]
		if waits(*a) && component[a.from] == component[a.to] {
			a.cycle = true
			circles[component[a.from]] = true
		}
	}
	g.cycles = len(circles)
}

// inCycle reports which nodes are part of a cycle.
func (g *graph) inCycle() []bool {
	in := make([]bool, len(g.nodes))
	for _, a := range g.arcs {
		if a.cycle {
			in[a.from], in[a.to] = true, true
		}
	}
	return in
}

// components returns, for each node of a graph given by its successors, the number of its strongly connected component
// (Tarjan's algorithm, with a stack of its own so that a long chain is no deep recursion).
func components(next [][]int) []int {
	const unseen = -1
	var (
		order     = make([]int, len(next)) // in which nodes are first seen
		low       = make([]int, len(next)) // the earliest node known to be reachable and still open
		component = make([]int, len(next))
		tried     = make([]int, len(next)) // successors
		open      []int
		seen      int
		count     int
	)
	for v := range next {
		order[v], component[v] = unseen, unseen
	}
	for root := range next {
		if order[root] != unseen {
			continue
		}
		for path := []int{root}; len(path) > 0; {
			v := path[len(path)-1]
			if order[v] == unseen {
				order[v], low[v] = seen, seen
				seen++
				open = append(open, v)
			}
			if tried[v] < len(next[v]) {
				w := next[v][tried[v]]
				tried[v]++
				switch {
				case order[w] == unseen:
					path = append(path, w)
				case component[w] == unseen:
					low[v] = min(low[v], order[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1]
				low[parent] = min(low[parent], low[v])
			}
			if low[v] != order[v] {
				continue
			}
			for done := false; !done; {
				w := open[len(open)-1]
				open = open[:len(open)-1]
				component[w] = count
				done = w == v
			}
			count++
		}
	}
	return component
}
