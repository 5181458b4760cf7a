package silent

import "pg"

// One behind code speaks of its line, and of that only.
func behind(db pg.DB) {
	db.Query(pg.Over) //advlock:ignore sqlorder/overlock one worker only
	db.Exec(pg.Lock, 1)
}
