package silent

import "pg"

type chain struct{ pg.DB }

func (c chain) with(string) chain { return c }

// A finding starts at the first line of its call.
func chained(c chain) {
	//advlock:ignore sqlorder/overlock one worker only
	c.
		with("trace").
		Query(
			pg.Over,
		)
}
