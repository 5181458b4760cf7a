package session

import "strings"

// Unversioned returns an import path as the table writes it: without major versions (github.com/jackc/pgx/v5/pgxpool
// is github.com/jackc/pgx/pgxpool), without the vendor directory that the package may lie in, and without the
// " [p.test]" with which the go command marks packages that are built for a test.
func Unversioned(path string) string {
	path, _, _ = strings.Cut(path, " [")
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		path = path[i+len("/vendor/"):]
	}
	elems := strings.Split(path, "/")
	kept := elems[:0]
	for _, elem := range elems {
		if !majorVersion(elem) {
			kept = append(kept, elem)
		}
	}
	return strings.Join(kept, "/")
}

// majorVersion reports whether an element of a path is a module's major version: v2, v10, but not v1, which is always
// a name that someone chose.
func majorVersion(elem string) bool {
	digits, ok := strings.CutPrefix(elem, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == "" && digits[0] != '0' && digits != "1"
}
