package lockop

import "bytes"

// interesting lists what makes a package worth the look of the analyzers, in lower case. A package in whose files none of
// these appears, and whose imports have no facts, must have no locks, no directives and no facts of its own: the vettool
// does not even type-check it. An analyzer that looks for more, such as functions that return a session, adds the words
// by which it is known.
var interesting = []string{
	"advisory", // lock functions, and constants that hold them
	"advlock:", // directives
	"go:embed", // SQL in files
}

// Interesting reports whether a package that has the text among its files is to be analyzed.
func Interesting(src []byte) bool {
	lower := make([]byte, len(src))
	for i, b := range src {
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		lower[i] = b
	}
	for _, word := range interesting {
		if bytes.Contains(lower, []byte(word)) {
			return true
		}
	}
	return false
}
