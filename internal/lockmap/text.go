package lockmap

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Text writes a table for a terminal and for grep: keys at the start of a line, and below each one line for each
// operation, which begins with its position. A missing release is marked with !!, and so is a circle of keys.
func (m Map) Text(w io.Writer) error {
	m = m.clean()
	var b strings.Builder
	short := m.shortener()
	var t table
	for i, g := range m.Groups() {
		if i > 0 {
			t.line("")
		}
		t.line(heading(g, short))
		for _, op := range g.Operations {
			t.row(op.cells()...)
		}
		for _, th := range g.Through {
			cells := th.Operation.cells()
			cells[0], cells[1] = th.Pos, clip(th.Func)
			cells[len(cells)-1] = th.Operation.notes("through " + th.Operation.Func + " " + th.Operation.Pos)
			t.row(cells...)
		}
	}
	t.write(&b)
	if len(m.Edges) > 0 {
		b.WriteString("\ntaken while another is held\n")
		m.orderTable(short).write(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// heading introduces the operations on a key.
func heading(g *Group, short shortener) string {
	line := "key " + short.key(g.Name)
	if g.Name == allKeys || g.Name == unknownKey {
		line = short.key(g.Name)
	}
	if len(g.Exprs) > 0 {
		line += " = " + strings.Join(g.Exprs, ", ")
	}
	var what []string
	if g.Space != "" {
		what = append(what, g.Space)
	}
	if scopes := g.Scopes(); scopes != "" {
		what = append(what, scopes)
	}
	if len(what) > 0 {
		line += "  [" + strings.Join(what, ", ") + "]"
	}
	return line
}

// cells returns the line of an operation: position, function, SQL function, mode, session, release, and
// what else there is to say.
func (op Operation) cells() []string {
	return []string{
		op.Pos,
		clip(op.Func),
		op.Function,
		op.mode(),
		op.Session.class(),
		op.release(),
		op.notes(op.callers()),
	}
}

// notes returns what stands at the end of a line, where no column follows: a note, and why the session is not known.
func (op Operation) notes(note string) string {
	if why := op.Session.Why; why != "" && op.Session.class() == unknown {
		why = "session unknown: " + why
		if note == "" {
			return why
		}
		return note + "; " + why
	}
	return note
}

// release says how a lock is given back.
func (op Operation) release() string {
	switch {
	case op.Action != "acquire":
		return op.Action
	case op.Missing():
		return "!! release: " + noRelease
	case len(op.Releases) == 0:
		return "end of the transaction"
	}
	first := op.Releases[0]
	s := first.How
	if first.Pos != "" {
		s += " " + first.Pos
	}
	return s + more(len(op.Releases))
}

// callers says where the wrapper is called that the operation stands in.
func (op Operation) callers() string {
	if len(op.Callers) == 0 {
		return ""
	}
	first := op.Callers[0]
	return "called from " + strings.TrimSpace(first.Func+" "+first.Pos) + more(len(op.Callers))
}

func more(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n-1)
}

// orderTable lists the edges of the order graph, one a line.
func (m Map) orderTable(short shortener) *table {
	t := &table{}
	for _, a := range m.graph().arcs {
		for _, e := range a.edges {
			note := ""
			switch {
			case e.Try:
				note = "try"
			case a.cycle:
				note = "!! cycle"
			}
			t.row(e.Pos, clip(e.Func), short.key(e.From)+" -> "+short.key(e.To), note)
		}
	}
	return t
}

// widest is where a cell that has others behind it is cut off, so that one long name does not push all columns away.
const widest = 48

func clip(s string) string {
	if utf8.RuneCountInString(s) <= widest {
		return s
	}
	return string([]rune(s)[:widest-1]) + "…"
}

// A table is text in lines, some of which are divided into columns of one width throughout.
type table struct{ lines []tableLine }

type tableLine struct {
	text  string
	cells []string
}

func (t *table) line(text string)    { t.lines = append(t.lines, tableLine{text: text}) }
func (t *table) row(cells ...string) { t.lines = append(t.lines, tableLine{cells: cells}) }

func (t *table) write(b *strings.Builder) {
	var widths []int
	for _, l := range t.lines {
		for i, c := range l.cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for _, l := range t.lines {
		line := l.text
		if l.cells != nil {
			var row strings.Builder
			for i, c := range l.cells {
				row.WriteString("  " + c + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c)))
			}
			line = strings.TrimRight(row.String(), " ")
		}
		b.WriteString(line + "\n")
	}
}
