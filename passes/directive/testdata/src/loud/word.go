package loud

import "pg"

func word(db pg.DB) {
	db.Query(pg.Over)   /* want `^there is no directive //advlock:ignroe; did you mean ignore\? \[directive/malformed\]$` */ //advlock:ignroe sqlorder/overlock one worker
	db.Exec(pg.Lock, 1) /* want `there is no directive //advlock:keep; there are acquires, releases, hold and ignore ` */    //advlock:keep it
	db.Exec(pg.Lock, 1) /* want `there is no directive //advlock:; ` */                                                      //advlock: hold forever
}
