package fixes

import "pg"

func spaced(db pg.DB) {
	db.Query(pg.Over) // advlock:ignore sqlorder/overlock one worker // want `write //advlock:ignore`
}
