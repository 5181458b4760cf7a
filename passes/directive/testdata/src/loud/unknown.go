package loud

import "pg"

func unknown(db pg.DB) {
	//advlock:ignore sqlorder/overlok one worker only // want `^there is no rule sqlorder/overlok; did you mean sqlorder/overlock\? \[directive/unknown\]$`
	db.Query(pg.Over)
	db.Query(pg.Over) //advlock:ignore overlock one worker // want `there is no rule overlock; did you mean sqlorder/overlock\?`
	db.Query(pg.Over) //advlock:ignore errcheck one worker // want `there is no rule errcheck; advlockcheck rules lists them`
}
