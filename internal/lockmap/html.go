package lockmap

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
)

//go:embed page
var pageFiles embed.FS

// pageTemplate is the page. Its style and script are templates too, so that the page is one file.
var pageTemplate = sync.OnceValue(func() *template.Template {
	functions := template.FuncMap{"plural": plural, "name": Name}
	return template.Must(template.New("").Funcs(functions).ParseFS(pageFiles, "page/*"))
})

// A page is what the template shows.
type page struct {
	Title      string
	Incomplete bool
	Summary    Summary
	Missing    []row
	Groups     []pageGroup
	Wrappers   []pageWrapper
	Sessions   []sessionCount
	Figure     *figure // nil if no key is taken while another is held
}

// A pageGroup is a key and its operations.
type pageGroup struct {
	ID, Key, Package string
	Exprs            string
	Space, Scopes    string
	Missing          int
	Rows             []row
}

// A row is an operation, or a call that reaches one in another function.
type row struct {
	Operation
	Key     string
	Place   Place
	Package string // shortened
	Through *Operation
}

// Mode says how the lock is taken.
func (r row) Mode() string { return r.mode() }

// Class returns the class of the session.
func (r row) Class() string { return r.Session.class() }

// Details says more about the session: its type, unless the reason begins with it, and the reason.
func (r row) Details() []string {
	var details []string
	if t := r.Session.Type; t != "" && !strings.HasPrefix(r.Session.Why, t+" ") {
		details = append(details, t)
	}
	if r.Session.Why != "" {
		details = append(details, r.Session.Why)
	}
	return details
}

// Acquires reports whether a lock is taken.
func (r row) Acquires() bool { return r.Action == "acquire" }

// A pageWrapper is a function with operations, and where it is called.
type pageWrapper struct {
	Func, Package string
	Operations    []Operation
	Calls         []Caller
}

// HTML writes one page that needs nothing else to be read: no script, no network.
func (m Map) HTML(w io.Writer) error {
	m = m.clean()
	short := m.shortener()
	p := page{Title: m.Title, Incomplete: m.Incomplete, Summary: m.Summary(), Sessions: m.sessions()}
	links := map[string]string{}
	groups := m.Groups()
	for i, g := range groups {
		key, pkg := cutName(g.Name)
		pg := pageGroup{
			ID: fmt.Sprintf("key-%d", i+1), Key: key, Exprs: strings.Join(g.Exprs, ", "), Space: g.Space, Scopes: g.Scopes(),
		}
		if pkg != "" {
			pg.Package = short.pkg(pkg)
		}
		links[g.Name] = "#" + pg.ID
		for _, op := range g.Operations {
			r := row{Operation: op, Key: Name(op.Keys), Place: Place{op.Pos, op.Func}, Package: short.pkg(op.Package)}
			pg.Rows = append(pg.Rows, r)
			if op.Missing() {
				pg.Missing++
				p.Missing = append(p.Missing, r)
			}
		}
		for _, t := range g.Through {
			pg.Rows = append(pg.Rows, row{
				Operation: t.Operation, Key: Name(t.Keys), Place: t.Place,
				Package: short.pkg(callerPackage(t.Operation, t.Caller)), Through: &t.Operation,
			})
		}
		p.Groups = append(p.Groups, pg)
	}
	for _, wr := range m.wrappers() {
		p.Wrappers = append(p.Wrappers, pageWrapper{wr.Func, short.pkg(wr.Package), wr.Operations, wr.Calls})
	}
	p.Figure = m.figure(groups, links)
	return pageTemplate().ExecuteTemplate(w, "page.html", p)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
