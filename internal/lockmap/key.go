package lockmap

import (
	"slices"
	"strconv"
	"strings"
)

// Names of what has no key.
const (
	allKeys    = "all keys of a session" // what a release of all locks gives back
	unknownKey = "unknown key"
)

// Name returns the name of a lock's key, or pair of keys: constants by value, others as they are written, with where they
// come from: 42, (1, 2), id (parameter), (7, userID) (field).
func Name(keys []Key) string {
	var values, origins []string
	for _, k := range keys {
		if k.Const != nil {
			values = append(values, strconv.FormatInt(*k.Const, 10))
			continue
		}
		values = append(values, oneLine(k.Expr))
		if k.How != "" && !slices.Contains(origins, k.How) {
			origins = append(origins, k.How)
		}
	}
	name := strings.Join(values, ", ")
	if len(values) > 1 {
		name = "(" + name + ")"
	}
	if len(origins) > 0 {
		name += " (" + oneLine(strings.Join(origins, ", ")) + ")"
	}
	if strings.TrimSpace(name) == "" {
		return unknownKey
	}
	return name
}

// KeyName returns the name under which the operation is grouped: that of its key, and of its package if the same words
// could mean another key in another package.
func (op Operation) KeyName() string {
	return keyName(op.Keys, op.Action, op.Package)
}

func keyName(keys []Key, action, pkg string) string {
	switch {
	case action == "release all":
		return allKeys
	case len(keys) == 0:
		return unknownKey
	case pkg == "" || everywhere(keys):
		return Name(keys)
	}
	return Name(keys) + inPackage + pkg
}

const inPackage = " in " // between a key and its package; import paths have no spaces

// everywhere reports whether the keys mean the same in every package.
func everywhere(keys []Key) bool {
	return !slices.ContainsFunc(keys, func(k Key) bool { return k.Const == nil && k.How != "constant" })
}

// cutName separates what KeyName joins.
func cutName(name string) (key, pkg string) {
	if i := strings.LastIndex(name, inPackage); i >= 0 && !strings.Contains(name[i+len(inPackage):], " ") {
		return name[:i], name[i+len(inPackage):]
	}
	return name, ""
}

// space names the key space: the two have no lock in common.
func space(keys []Key) string {
	switch len(keys) {
	case 0:
		return ""
	case 1:
		return "bigint"
	}
	return "(int4, int4)"
}
