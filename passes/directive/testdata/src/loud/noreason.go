package loud

import "pg"

func noReason(db pg.DB) {
	db.Query(pg.Over)   /* want `^//advlock:ignore gives no reason and has no effect; say why at its end \[directive/malformed\]$` */ //advlock:ignore sqlorder/overlock
	db.Query(pg.Over)   /* want `//advlock:ignore gives no reason` */                                                                 //advlock:ignore sqlorder/overlock,sqlorder/gated //
	db.Exec(pg.Lock, 1) /* want `//advlock:hold gives no reason` */                                                                   //advlock:hold
}
