package loud

import "pg"

func partly(db pg.DB) {
	//advlock:ignore sqlorder/overlock,sqlorder/gated one worker // want `^no finding of sqlorder/gated to ignore here; remove it from the directive \[directive/unused\]$`
	db.Query(pg.Over)
}
