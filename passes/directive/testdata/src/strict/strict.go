package strict

import "pg"

func strict(db pg.DB) {
	db.Query(pg.Sort)   //advlock:ignore sqlorder/documented sorted by id
	db.Query(pg.Sort)   //advlock:ignore sqlorder sorted by id
	db.Exec(pg.Lock, 1) //advlock:ignore sqlorder/documented nothing // want `no finding of sqlorder/documented`
	db.Exec(pg.Lock, 1) //advlock:ignore sqlorder nothing // want `no finding of sqlorder to`
}
