package fixes

import "pg"

func unused(db pg.DB) {
	db.Exec(pg.Lock, 1)
	//advlock:ignore sqlorder/overlock one worker // want `no finding of sqlorder/overlock`
	db.Exec(pg.Lock, 2)

	// Words stay.
	//
	//advlock:ignore sqlorder/overlock one worker // want `no finding of sqlorder/overlock`
	//advlock:hold leader election
	db.Exec(pg.Lock, 3)
	db.Exec(pg.Lock, 4) //advlock:ignore sqlorder/overlock one worker // want `no finding of sqlorder/overlock`
}

//advlock:ignore sqlorder/overlock the last line of the file // want `no finding of sqlorder/overlock`
