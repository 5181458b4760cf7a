package silent

import "pg"

func block(db pg.DB, ok bool) {
	if ok {
		//advlock:ignore sqlorder/overlock the line above ends a block, this one stands alone
		db.Query(pg.Over)
	} else {
		//advlock:ignore sqlorder/overlock so does this
		db.Query(pg.Over)
	}
}
