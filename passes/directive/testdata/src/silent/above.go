package silent

import "pg"

// A directive alone on a line speaks of the next.
func above(db pg.DB) {
	//advlock:ignore sqlorder/overlock one worker only
	db.Query(pg.Over)
}
