package intest

import "pg"

func helper(db pg.DB) {
	db.Query(pg.Over) //advlock:ignore sqlorder/overlock looked at with -tests only
	db.Exec(pg.Lock)  //advlock:ignore sqlorder/overlok malformed
}
