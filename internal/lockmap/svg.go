package lockmap

import (
	"fmt"
	"strings"
)

// A figure is the order graph as the page shows it: the drawing, and the list of its numbered arrows.
type figure struct {
	Width, Height string
	Nodes         []figureNode
	Arcs          []figureArc
	Cycles        int
}

type figureNode struct {
	Name       string
	Lines      []figureText
	X, Y, W, H string
	Cycle      bool
	Link       string // to the key's table; empty if it has none
}

type figureText struct{ X, Y, Text string }

type figureArc struct {
	Number     int
	From, To   string
	Edges      []Edge
	Cycle, Try bool
	Path       string
	X, Y       string // of the number
}

// Kind is the CSS class of an arrow, and the name of its head.
func (a figureArc) Kind() string {
	switch {
	case a.Cycle:
		return "cycle"
	case a.Try:
		return "try"
	}
	return "plain"
}

// figure draws the order graph of a map whose keys are the given ones; links are the fragments of the page that show them.
func (m Map) figure(groups []*Group, links map[string]string) *figure {
	g := m.graph()
	if len(g.arcs) == 0 {
		return nil
	}
	short := m.shortener()
	exprs := map[string]string{}
	for _, group := range groups {
		exprs[group.Name] = strings.Join(group.Exprs, ", ")
	}
	labels := make([][]string, len(g.nodes))
	for i, name := range g.nodes {
		key, pkg := cutName(name)
		labels[i] = []string{clip(key)}
		if expr := exprs[name]; expr != "" {
			labels[i] = append(labels[i], clip(expr))
		}
		if pkg != "" {
			labels[i] = append(labels[i], clip("in "+short.pkg(pkg)))
		}
	}
	l := g.lay(labels)
	inCycle := g.inCycle()

	f := &figure{Width: px(l.Width), Height: px(l.Height), Cycles: g.cycles}
	for i, b := range l.Boxes {
		n := figureNode{
			Name: short.key(g.nodes[i]), Cycle: inCycle[i], Link: links[g.nodes[i]],
			X: px(b.X), Y: px(b.Y), W: px(b.W), H: px(b.H),
		}
		top := b.Y + b.H/2 - float64(len(labels[i])-1)*lineHeight/2
		for j, text := range labels[i] {
			n.Lines = append(n.Lines, figureText{px(b.X + b.W/2), px(top + float64(j)*lineHeight), text})
		}
		f.Nodes = append(f.Nodes, n)
	}
	for i, a := range g.arcs {
		f.Arcs = append(f.Arcs, figureArc{
			Number: i + 1, From: short.key(g.nodes[a.from]), To: short.key(g.nodes[a.to]),
			Edges: a.edges, Cycle: a.cycle, Try: a.try,
			Path: l.Lines[i].path(), X: px(l.Lines[i].Label.X), Y: px(l.Lines[i].Label.Y),
		})
	}
	return f
}

func px(f float64) string { return fmt.Sprintf("%.1f", f) }

// path returns the line in the language of SVG paths: curves that run level at every point.
func (l line) path() string {
	var b strings.Builder
	p := l.Points
	fmt.Fprintf(&b, "M%.1f %.1f", p[0].X, p[0].Y)
	if l.Loop {
		fmt.Fprintf(&b, "C%.1f %.1f %.1f %.1f %.1f %.1f", p[1].X, p[1].Y, p[2].X, p[2].Y, p[3].X, p[3].Y)
		return b.String()
	}
	for i := 1; i < len(p); i++ {
		bend := (p[i].X - p[i-1].X) / 2
		fmt.Fprintf(&b, "C%.1f %.1f %.1f %.1f %.1f %.1f", p[i-1].X+bend, p[i-1].Y, p[i].X-bend, p[i].Y, p[i].X, p[i].Y)
	}
	return b.String()
}
