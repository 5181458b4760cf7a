package locksql_test

import "math/rand/v2"

// A draw is the source of all decisions of the generator. It keeps them, so that a statement is nothing but its
// list of decisions: to make a failing statement smaller, make the list smaller and generate again. 0 is always the
// plainest choice, and what comes after the end of a list.
type draw struct {
	random  *rand.Rand // nil to repeat choices
	choices []int
	next    int
}

// newDraw returns the decisions for the i-th statement of a seed.
func newDraw(seed, i uint64) *draw { return &draw{random: rand.New(rand.NewPCG(seed, i))} }

// repeat returns a draw that makes the given decisions.
func repeat(choices []int) *draw { return &draw{choices: choices} }

// below decides for one of the numbers from 0 to n-1.
func (d *draw) below(n int) int {
	if d.random != nil {
		d.choices = append(d.choices, d.random.IntN(n))
	}
	if d.next >= len(d.choices) {
		return 0
	}
	d.next++
	return d.choices[d.next-1] % n
}

// sometimes decides for true in that many of a hundred cases.
func (d *draw) sometimes(percent int) bool { return d.below(100) >= 100-percent }

// of decides for one of several texts, the first being the plainest.
func (d *draw) of(texts ...string) string { return texts[d.below(len(texts))] }

// smallest looks for the shortest list of decisions, with the smallest numbers, that still fails.
func smallest(choices []int, fails func([]int) bool) []int {
	for progress := true; progress; {
		progress = false
		try := func(candidate []int) bool {
			if !fails(candidate) {
				return false
			}
			choices, progress = candidate, true
			return true
		}
		for size := 8; size > 0; size /= 2 { // leave out runs of decisions
			for i := len(choices) - size; i >= 0; i-- {
				if i+size <= len(choices) {
					try(append(append([]int{}, choices[:i]...), choices[i+size:]...))
				}
			}
		}
		for i := range choices { // make one decision plainer
			if i >= len(choices) || choices[i] == 0 {
				continue
			}
			for _, v := range []int{0, choices[i] / 2, choices[i] - 1} {
				candidate := append([]int{}, choices...)
				candidate[i] = v
				if v < choices[i] && try(candidate) {
					break
				}
			}
		}
	}
	return choices
}
