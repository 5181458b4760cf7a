package main

import "testing"

func TestColourMap(t *testing.T) {
	const (
		plain = "key 1\n" +
			"  a.go:1:1  f  !! release: none found  called from g\n" +
			"  a.go:2:1  f  !! release: none found\n" +
			"\n"
		coloured = "\x1b[1mkey 1\x1b[0m\n" +
			"  a.go:1:1  f  \x1b[31m!! release: none found\x1b[0m  called from g\n" +
			"  a.go:2:1  f  \x1b[31m!! release: none found\x1b[0m\n" +
			"\n"
	)
	if got := colourMap(plain); got != coloured {
		t.Errorf("got\n%q, want\n%q", got, coloured)
	}
}
