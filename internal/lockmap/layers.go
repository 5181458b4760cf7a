package lockmap

import (
	"cmp"
	"slices"
)

// A layering puts the nodes of a graph into columns such that every link leads from a column to the next one on its right.
// An arc that spans columns becomes a chain of links through dummy nodes, and one that closes a circle is laid reversed.
type layering struct {
	columns [][]int // the nodes of each column, from top to bottom
	chains  [][]int // for each arc, its nodes from left to right; nil for an arc from a node to itself
	nodes   int     // with dummies, which come after the others
	left    [][]int // for each node, its neighbours in the column to its left
	right   [][]int
}

// layers computes a layering: longest paths give the columns, barycenters the order in them.
func (g *graph) layers() *layering {
	reversed := g.backArcs()
	tail := func(i int) (from, to int) {
		if reversed[i] {
			return g.arcs[i].to, g.arcs[i].from
		}
		return g.arcs[i].from, g.arcs[i].to
	}

	// Columns, by relaxing arcs in topological order.
	next := make([][]int, len(g.nodes))
	before := make([]int, len(g.nodes)) // arcs into the node that are not relaxed
	for i, a := range g.arcs {
		if a.from != a.to {
			from, to := tail(i)
			next[from] = append(next[from], to)
			before[to]++
		}
	}
	var queue []int
	for v, n := range before {
		if n == 0 {
			queue = append(queue, v)
		}
	}
	column := make([]int, len(g.nodes))
	for ; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, w := range next[v] {
			column[w] = max(column[w], column[v]+1)
			if before[w]--; before[w] == 0 {
				queue = append(queue, w)
			}
		}
	}

	l := &layering{nodes: len(g.nodes)}
	put := func(v, c int) {
		for len(l.columns) <= c {
			l.columns = append(l.columns, nil)
		}
		l.columns[c] = append(l.columns[c], v)
	}
	for v := range g.nodes {
		put(v, column[v])
	}
	for i, a := range g.arcs {
		if a.from == a.to {
			l.chains = append(l.chains, nil)
			continue
		}
		from, to := tail(i)
		chain := []int{from}
		for c := column[from] + 1; c < column[to]; c++ {
			put(l.nodes, c)
			chain = append(chain, l.nodes)
			l.nodes++
		}
		l.chains = append(l.chains, append(chain, to))
	}
	l.left, l.right = make([][]int, l.nodes), make([][]int, l.nodes)
	for _, chain := range l.chains {
		for i := 1; i < len(chain); i++ {
			l.right[chain[i-1]] = append(l.right[chain[i-1]], chain[i])
			l.left[chain[i]] = append(l.left[chain[i]], chain[i-1])
		}
	}
	l.untangle()
	return l
}

// backArcs says which arcs to reverse so that no circle is left: those that a depth-first walk finds to lead back to a
// node that it has not done with.
func (g *graph) backArcs() []bool {
	out := make([][]int, len(g.nodes)) // arcs
	for i, a := range g.arcs {
		out[a.from] = append(out[a.from], i)
	}
	const fresh, open, done = 0, 1, 2
	state := make([]int, len(g.nodes))
	tried := make([]int, len(g.nodes))
	back := make([]bool, len(g.arcs))
	for root := range g.nodes {
		if state[root] != fresh {
			continue
		}
		for path := []int{root}; len(path) > 0; {
			v := path[len(path)-1]
			state[v] = open
			if tried[v] == len(out[v]) {
				state[v] = done
				path = path[:len(path)-1]
				continue
			}
			i := out[v][tried[v]]
			tried[v]++
			switch to := g.arcs[i].to; state[to] {
			case fresh:
				path = append(path, to)
			case open:
				back[i] = true
			}
		}
	}
	return back
}

// untangle orders the columns so that few links cross: each node goes to the middle of its neighbours, in sweeps to the
// right and back, and the best order seen is kept.
func (l *layering) untangle() {
	const sweeps = 12
	best, fewest := l.copyColumns(), l.crossings()
	for sweep := 0; sweep < sweeps && fewest > 0; sweep++ {
		rank := l.ranks()
		for i := range l.columns {
			c, neighbours := i, l.left
			if sweep%2 == 1 {
				c, neighbours = len(l.columns)-1-i, l.right
			}
			l.sortColumn(c, neighbours, rank)
		}
		if n := l.crossings(); n < fewest {
			best, fewest = l.copyColumns(), n
		}
	}
	l.columns = best
}

// sortColumn orders a column by the mean rank of each node's neighbours. Nodes without any keep their place.
func (l *layering) sortColumn(c int, neighbours [][]int, rank []int) {
	mean := map[int]float64{}
	for _, v := range l.columns[c] {
		mean[v] = float64(rank[v])
		if n := len(neighbours[v]); n > 0 {
			sum := 0
			for _, w := range neighbours[v] {
				sum += rank[w]
			}
			mean[v] = float64(sum) / float64(n)
		}
	}
	slices.SortStableFunc(l.columns[c], func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
	for i, v := range l.columns[c] {
		rank[v] = i
	}
}

func (l *layering) ranks() []int {
	rank := make([]int, l.nodes)
	for _, column := range l.columns {
		for i, v := range column {
			rank[v] = i
		}
	}
	return rank
}

func (l *layering) copyColumns() [][]int {
	columns := make([][]int, len(l.columns))
	for i, c := range l.columns {
		columns[i] = slices.Clone(c)
	}
	return columns
}

// crossings counts the pairs of links that cross: the inversions among their right ends, in the order of their left ones,
// summed with a binary indexed tree.
func (l *layering) crossings() int {
	rank := l.ranks()
	total := 0
	for c := 1; c < len(l.columns); c++ {
		sums := make([]int, len(l.columns[c])+1)
		seen := 0
		for _, v := range l.columns[c-1] {
			ends := make([]int, 0, len(l.right[v]))
			for _, w := range l.right[v] {
				ends = append(ends, rank[w])
			}
			slices.Sort(ends)
			for _, e := range ends {
				total += seen
				for i := e + 1; i > 0; i &= i - 1 {
					total -= sums[i]
				}
			}
			for _, e := range ends { // after: links from one node do not cross
				seen++
				for i := e + 1; i < len(sums); i += i & -i {
					sums[i]++
				}
			}
		}
	}
	return total
}
