package loud

import "pg"

func unused(db pg.DB) {
	//advlock:ignore sqlorder/overlock one worker // want `^no finding of sqlorder/overlock to ignore here; remove the directive \[directive/unused\]$`
	db.Exec(pg.Lock, 1)
	//advlock:ignore sqlorder/overlock two lines above // want `no finding of sqlorder/overlock`

	db.Query(pg.Over)
	db.Exec(pg.Lock, 1) //advlock:ignore sqlorder/overlock the line above the finding, behind code // want `no finding of sqlorder/overlock`
	db.Query(pg.Over)
	db.Query(pg.Over) //advlock:ignore sqlorder/gated,sqlorder/skipped other rules // want `no finding of sqlorder/gated or sqlorder/skipped to ignore here; remove the directive`
}
