package lockmap

import (
	"fmt"
	"io"
	"strings"
)

// Dot writes the order in which keys are taken for Graphviz. Every key is a node; cycles and missing releases are red.
func (m Map) Dot(w io.Writer) error {
	m = m.clean()
	var b strings.Builder
	short := m.shortener()
	g := m.graph()
	red := map[string]bool{}
	for i, in := range g.inCycle() {
		red[g.nodes[i]] = in
	}
	fmt.Fprintf(&b, "// An arrow leads from a key that is held to one that is then taken. Red: cycles.\n")
	fmt.Fprintf(&b, "digraph %s {\n", quote(m.Title))
	b.WriteString("\trankdir=LR\n\tnode [shape=box, style=rounded, fontname=monospace]\n\tedge [fontname=monospace, fontsize=10]\n")
	known := map[string]bool{}
	node := func(name, note string) {
		label := short.key(name)
		if note != "" {
			label += "\n" + note
		}
		known[name] = true
		attrs := ""
		if red[name] {
			attrs = `, color="#c00000"`
		}
		if strings.Contains(note, noRelease) {
			attrs += `, fontcolor="#c00000"`
		}
		fmt.Fprintf(&b, "\t%s [label=%s%s]\n", quote(name), quote(label), attrs)
	}
	for _, group := range m.Groups() {
		if group.Name == allKeys {
			continue
		}
		missing := 0
		for _, op := range group.Operations {
			if op.Missing() {
				missing++
			}
		}
		note := ""
		if missing > 0 {
			note = fmt.Sprintf("release: %s (%d)", noRelease, missing)
		}
		node(group.Name, note)
	}
	for _, name := range g.nodes {
		if !known[name] {
			node(name, "")
		}
	}
	for _, a := range g.arcs {
		attrs := ""
		switch {
		case a.cycle:
			attrs = `, color="#c00000", fontcolor="#c00000", penwidth=2`
		case a.try:
			attrs = ", style=dashed"
		}
		var at []string
		for _, e := range a.edges {
			at = append(at, e.Pos)
		}
		fmt.Fprintf(&b, "\t%s -> %s [label=%s%s]\n", quote(g.nodes[a.from]), quote(g.nodes[a.to]), quote(strings.Join(at, "\n")), attrs)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// quote writes a string of the DOT language. Line breaks become those of a label.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
