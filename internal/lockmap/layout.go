package lockmap

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// A layout is an order graph with coordinates, in pixels.
type layout struct {
	Width, Height float64
	Boxes         []box  // one for each node
	Lines         []line // one for each arc
}

// A box is a node; X and Y are its upper left corner.
type box struct{ X, Y, W, H float64 }

// A line is an arc: a smooth curve through points, with an arrow at the last. Label is where its number stands.
type line struct {
	Points []point
	Label  point
	Loop   bool // from a node to itself: the points are the control points of one curve
}

type point struct{ X, Y float64 }

// Measures of the drawing.
const (
	runeWidth  = 7.3 // of the labels' font
	padding    = 14
	lineHeight = 18 // of a label
	portGap    = 22 // between the ends of lines at a box
	rowGap     = 26
	dummyRow   = 14
	columnGap  = 110
	margin     = 24
	loopHeight = 26 // above a box with an arc to itself
)

// lay computes a layout. The label of each node is given in lines.
func (g *graph) lay(labels [][]string) *layout {
	l := g.layers()
	d := &drawing{graph: g, layering: l, boxes: make([]box, l.nodes), above: make([]float64, l.nodes)}
	d.measure(labels)
	d.placeColumns()
	d.placeRows()
	out := &layout{Boxes: d.boxes[:len(g.nodes)]}
	out.Lines = d.route()
	out.fit()
	return out
}

// A drawing is a layout in the making. Dummies have boxes too, as wide as their column and of no height.
type drawing struct {
	*graph
	*layering
	boxes []box
	above []float64 // room kept free above a box
}

// measure gives each box its size: room for its label, and for the ends of its lines at either side.
func (d *drawing) measure(labels [][]string) {
	for v := range d.nodes() {
		longest := 0
		for _, text := range labels[v] {
			longest = max(longest, utf8.RuneCountInString(text))
		}
		ports := max(len(d.left[v]), len(d.right[v]), 1)
		d.boxes[v].W = float64(longest)*runeWidth + 2*padding
		d.boxes[v].H = max(float64(len(labels[v]))*lineHeight+padding, float64(ports)*portGap)
	}
	for _, a := range d.arcs {
		if a.from == a.to {
			d.above[a.from] = loopHeight
		}
	}
}

func (d *drawing) nodes() []string { return d.graph.nodes }

func (d *drawing) isDummy(v int) bool { return v >= len(d.nodes()) }

// placeColumns gives each box its X: columns are as wide as their widest box, which are centred in them.
func (d *drawing) placeColumns() {
	x := 0.0
	for _, column := range d.columns {
		width := 0.0
		for _, v := range column {
			width = max(width, d.boxes[v].W)
		}
		for _, v := range column {
			if d.isDummy(v) {
				d.boxes[v].W = width
			}
			d.boxes[v].X = x + (width-d.boxes[v].W)/2
		}
		x += width + columnGap
	}
}

// placeRows gives each box its Y: first one below the other, then, in sweeps, near the middle of its neighbours.
func (d *drawing) placeRows() {
	for _, column := range d.columns {
		y := 0.0
		for i, v := range column {
			if i > 0 {
				y += d.gap(column[i-1], v)
			}
			d.boxes[v].Y = y
			y += d.boxes[v].H
		}
	}
	const sweeps = 8
	for sweep := range sweeps {
		for i := range d.columns {
			if sweep%2 == 0 {
				d.straighten(d.columns[i], d.left)
			} else {
				d.straighten(d.columns[len(d.columns)-1-i], d.right)
			}
		}
	}
}

// gap is the room between two boxes of a column, one above the other.
func (d *drawing) gap(upper, lower int) float64 {
	if d.isDummy(upper) && d.isDummy(lower) {
		return dummyRow
	}
	return rowGap + d.above[lower]
}

func (d *drawing) middle(v int) float64 { return d.boxes[v].Y + d.boxes[v].H/2 }

// straighten moves the boxes of a column towards the middle of their neighbours and keeps their order and distance: boxes
// that would come too close form a block, which goes to the mean of what its boxes want.
func (d *drawing) straighten(column []int, neighbours [][]int) {
	type block struct {
		first, last int     // in column
		y           float64 // of the first box
		want        float64 // sum of wanted y, each less the offset of its box in the block
		height      float64
	}
	var blocks []block
	for i, v := range column {
		want := d.boxes[v].Y
		if n := len(neighbours[v]); n > 0 {
			sum := 0.0
			for _, w := range neighbours[v] {
				sum += d.middle(w)
			}
			want = sum/float64(n) - d.boxes[v].H/2
		}
		blocks = append(blocks, block{i, i, want, want, d.boxes[v].H})
		for len(blocks) > 1 {
			a, b := blocks[len(blocks)-2], blocks[len(blocks)-1]
			gap := d.gap(column[a.last], column[b.first])
			if a.y+a.height+gap <= b.y {
				break
			}
			offset := a.height + gap
			joined := block{a.first, b.last, 0, a.want + b.want - float64(b.last-b.first+1)*offset, offset + b.height}
			joined.y = joined.want / float64(joined.last-joined.first+1)
			blocks = append(blocks[:len(blocks)-2], joined)
		}
	}
	for _, b := range blocks {
		y := b.y
		for i := b.first; i <= b.last; i++ {
			if i > b.first {
				y += d.gap(column[i-1], column[i])
			}
			d.boxes[column[i]].Y = y
			y += d.boxes[column[i]].H
		}
	}
}

// route draws the arcs. Their ends are spread over the sides of the boxes, in the order of where they lead.
func (d *drawing) route() []line {
	type end struct{ arc, towards int }
	leftEnds, rightEnds := make([][]end, len(d.nodes())), make([][]end, len(d.nodes()))
	for i, chain := range d.chains {
		if n := len(chain); n > 0 {
			rightEnds[chain[0]] = append(rightEnds[chain[0]], end{i, chain[1]})
			leftEnds[chain[n-1]] = append(leftEnds[chain[n-1]], end{i, chain[n-2]})
		}
	}
	port := func(ends []end, v, arc int) float64 {
		slices.SortFunc(ends, func(a, b end) int {
			return cmp.Or(cmp.Compare(d.middle(a.towards), d.middle(b.towards)), cmp.Compare(a.arc, b.arc))
		})
		i := slices.IndexFunc(ends, func(e end) bool { return e.arc == arc })
		return d.boxes[v].Y + d.boxes[v].H*(float64(i)+0.5)/float64(len(ends))
	}
	lines := make([]line, len(d.arcs))
	for i, a := range d.arcs {
		chain := d.chains[i]
		if chain == nil {
			lines[i] = loop(d.boxes[a.from])
			continue
		}
		first, last := chain[0], chain[len(chain)-1]
		points := []point{{d.boxes[first].X + d.boxes[first].W, port(rightEnds[first], first, i)}}
		for _, v := range chain[1 : len(chain)-1] {
			points = append(points, point{d.boxes[v].X, d.boxes[v].Y}, point{d.boxes[v].X + d.boxes[v].W, d.boxes[v].Y})
		}
		points = append(points, point{d.boxes[last].X, port(leftEnds[last], last, i)})
		label := point{points[0].X + portGap, points[0].Y}
		if a.from != first {
			slices.Reverse(points)
			label = point{points[0].X - portGap, points[0].Y}
		}
		lines[i] = line{Points: points, Label: label}
	}
	return lines
}

// loop draws the arc from a box to itself, above its right corner.
func loop(b box) line {
	from, to := b.X+b.W*0.45, b.X+b.W*0.8
	top := b.Y - 1.6*loopHeight
	return line{
		Points: []point{{from, b.Y}, {from, top}, {to, top}, {to, b.Y}},
		Label:  point{(from + to) / 2, b.Y - 1.2*loopHeight},
		Loop:   true,
	}
}

// fit moves everything into the frame, and makes the frame as large as it must be.
func (l *layout) fit() {
	var low, high point
	first := true
	grow := func(x, y float64) {
		if first {
			low, high, first = point{x, y}, point{x, y}, false
		}
		low = point{min(low.X, x), min(low.Y, y)}
		high = point{max(high.X, x), max(high.Y, y)}
	}
	for _, b := range l.Boxes {
		grow(b.X, b.Y)
		grow(b.X+b.W, b.Y+b.H)
	}
	for _, line := range l.Lines {
		grow(line.Label.X, line.Label.Y)
		for _, p := range line.Points {
			grow(p.X, p.Y)
		}
	}
	dx, dy := margin-low.X, margin-low.Y
	for i := range l.Boxes {
		l.Boxes[i].X += dx
		l.Boxes[i].Y += dy
	}
	for i := range l.Lines {
		l.Lines[i].Label.X += dx
		l.Lines[i].Label.Y += dy
		for j := range l.Lines[i].Points {
			l.Lines[i].Points[j].X += dx
			l.Lines[i].Points[j].Y += dy
		}
	}
	l.Width, l.Height = high.X-low.X+2*margin, high.Y-low.Y+2*margin
}
