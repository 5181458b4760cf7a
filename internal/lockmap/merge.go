package lockmap

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Merge makes one inventory of many, in the order of files and lines. A package and its test variant say the same, and
// importers add to what a package says: an operation is listed once, with all callers and releases.
func Merge(inventories ...Inventory) Inventory {
	var all Inventory
	index := map[operationID]int{}
	for _, inv := range inventories {
		for _, op := range inv.Operations {
			id := op.id()
			if i, ok := index[id]; ok {
				all.Operations[i].add(op)
				continue
			}
			index[id] = len(all.Operations)
			all.Operations = append(all.Operations, op)
		}
		all.Edges = append(all.Edges, inv.Edges...)
	}
	for i := range all.Operations {
		op := &all.Operations[i]
		op.Callers = sorted(op.Callers, compareCallers)
		op.Releases = sorted(op.Releases, compareReleases)
	}
	slices.SortFunc(all.Operations, compareOperations)
	all.Edges = sorted(all.Edges, compareEdges)
	return all
}

// An operationID tells operations apart: one call can run several lock functions.
type operationID struct{ pos, function, key string }

func (op Operation) id() operationID { return operationID{op.Pos, op.Function, op.KeyName()} }

// add unites op with another account of the same operation.
func (op *Operation) add(other Operation) {
	if op.Session.Class == "" || op.Session.Class == unknown && other.Session.Class != "" {
		op.Session = other.Session
	}
	op.Func = cmp.Or(op.Func, other.Func)
	op.Context = cmp.Or(op.Context, other.Context)
	op.Success = cmp.Or(op.Success, other.Success)
	op.Callers = slices.Concat(op.Callers, other.Callers)
	op.Releases = slices.Concat(op.Releases, other.Releases)
}

// sorted returns a sorted copy of list in which nothing is there twice.
func sorted[T any](list []T, compare func(a, b T) int) []T {
	list = slices.Clone(list)
	slices.SortFunc(list, compare)
	return slices.CompactFunc(list, func(a, b T) bool { return compare(a, b) == 0 })
}

func compareOperations(a, b Operation) int {
	return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Function, b.Function), cmp.Compare(a.KeyName(), b.KeyName()))
}

func comparePlaces(a, b Place) int {
	return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.Func, b.Func))
}

func compareCallers(a, b Caller) int {
	return cmp.Or(comparePlaces(a.Place, b.Place), cmp.Compare(Name(a.Keys), Name(b.Keys)))
}

func compareReleases(a, b Release) int {
	return cmp.Or(comparePlaces(a.Place, b.Place), cmp.Compare(a.How, b.How))
}

func compareEdges(a, b Edge) int {
	return cmp.Or(comparePos(a.Pos, b.Pos), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To),
		cmp.Compare(a.Func, b.Func), compareBool(a.Try, b.Try))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return +1
}

// comparePos compares positions by file, line and column.
func comparePos(a, b string) int {
	fileA, lineA, columnA := splitPos(a)
	fileB, lineB, columnB := splitPos(b)
	return cmp.Or(cmp.Compare(fileA, fileB), cmp.Compare(lineA, lineB), cmp.Compare(columnA, columnB), cmp.Compare(a, b))
}

// splitPos reads file:line:column. A text that has another form is taken for the name of a file.
func splitPos(pos string) (file string, line, column int) {
	i := strings.LastIndexByte(pos, ':')
	if i < 0 {
		return pos, 0, 0
	}
	j := strings.LastIndexByte(pos[:i], ':')
	if j < 0 {
		return pos, 0, 0
	}
	line, err1 := strconv.Atoi(pos[j+1 : i])
	column, err2 := strconv.Atoi(pos[i+1:])
	if err1 != nil || err2 != nil {
		return pos, 0, 0
	}
	return pos[:j], line, column
}

// Relative returns a copy of inv in which the names of files are relative to dir, where that is shorter.
func (inv Inventory) Relative(dir string) Inventory {
	short := func(pos *string) {
		if !filepath.IsAbs(*pos) {
			return
		}
		if rel, err := filepath.Rel(dir, *pos); err == nil && len(rel) < len(*pos) {
			*pos = rel
		}
	}
	inv.Operations = slices.Clone(inv.Operations)
	for i := range inv.Operations {
		op := &inv.Operations[i]
		short(&op.Pos)
		op.Callers = slices.Clone(op.Callers)
		for j := range op.Callers {
			short(&op.Callers[j].Pos)
		}
		op.Releases = slices.Clone(op.Releases)
		for j := range op.Releases {
			short(&op.Releases[j].Pos)
		}
	}
	inv.Edges = slices.Clone(inv.Edges)
	for i := range inv.Edges {
		short(&inv.Edges[i].Pos)
	}
	return inv
}
