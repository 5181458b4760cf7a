package lockmap

import (
	"cmp"
	"encoding/json"
	"io"
	"path"
	"slices"
	"strings"
)

// A Map is an inventory to be shown.
type Map struct {
	Inventory
	Title      string // of what it is the inventory
	Incomplete bool   // something could not be looked at
}

// A Format is a way to show a map.
type Format struct {
	Name  string
	Write func(Map, io.Writer) error
}

// Formats lists the formats, the default one first.
var Formats = []Format{
	{"text", Map.Text},
	{"json", Map.JSON},
	{"dot", Map.Dot},
	{"html", Map.HTML},
}

// noRelease is said of an acquisition for which no release was found.
const noRelease = "none found"

// A document is what JSON writes. Fields may be added to it; none is renamed or removed.
type document struct {
	Complete   bool                `json:"complete"`   // everything that was asked for was looked at
	Operations []documentOperation `json:"operations"` // sorted by place
	Edges      []documentEdge      `json:"edges"`      // sorted by place
}

type documentOperation struct {
	Key string `json:"key"` // under which operations on the same lock are grouped
	Operation
	NoRelease bool `json:"noRelease,omitempty"` // an acquisition without a release
}

type documentEdge struct {
	Edge
	Cycle bool `json:"cycle,omitempty"` // it is part of a circle of keys
}

// JSON writes the inventory for other programs.
func (m Map) JSON(w io.Writer) error {
	doc := document{Complete: !m.Incomplete, Operations: []documentOperation{}, Edges: []documentEdge{}}
	for _, op := range m.Operations {
		doc.Operations = append(doc.Operations, documentOperation{op.KeyName(), op, op.Missing()})
	}
	for _, a := range m.graph().arcs {
		for _, e := range a.edges {
			doc.Edges = append(doc.Edges, documentEdge{e, a.cycle && !e.Try})
		}
	}
	slices.SortFunc(doc.Edges, func(a, b documentEdge) int { return compareEdges(a.Edge, b.Edge) })
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

// mode says how a lock is taken: exclusive, shared, try shared.
func (op Operation) mode() string {
	if op.Try {
		return "try " + op.Mode
	}
	return op.Mode
}

// class returns the class of a session.
func (s Session) class() string { return cmp.Or(s.Class, unknown) }

// CommonPath returns the path that all import paths lie below.
func CommonPath(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	common := paths[0]
	for _, p := range paths[1:] {
		for p != common && !strings.HasPrefix(p, common+"/") {
			i := strings.LastIndexByte(common, '/')
			if i < 0 {
				return ""
			}
			common = common[:i]
		}
	}
	return common
}

// A shortener shortens import paths by what all of them share.
type shortener struct{ common string }

func (m Map) shortener() shortener {
	var paths []string
	for _, op := range m.Operations {
		paths = append(paths, op.Package)
	}
	return shortener{CommonPath(paths)}
}

// pkg returns a short form of an import path.
func (s shortener) pkg(p string) string {
	if rest, ok := strings.CutPrefix(p, s.common+"/"); ok && s.common != "" {
		return rest
	}
	if p == s.common {
		return path.Base(p)
	}
	return p
}

// key returns a short form of a key's name.
func (s shortener) key(name string) string {
	key, pkg := cutName(name)
	if pkg == "" {
		return key
	}
	return key + inPackage + s.pkg(pkg)
}
