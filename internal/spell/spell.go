// Package spell finds what a misspelled name may have meant.
package spell

import "slices"

// Nearest returns the names that s may be a misspelling of, the likeliest first.
func Nearest(s string, names []string) []string {
	var near []string
	for _, name := range names {
		if distance(s, name) <= max(1, len(name)/4) {
			near = append(near, name)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return distance(s, a) - distance(s, b) })
	return near
}

// distance counts the bytes to insert, delete, replace or swap with their neighbour that turn a into b.
func distance(a, b string) int {
	var before []int // two rows up
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			replace := row[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			next[j] = min(replace, row[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
