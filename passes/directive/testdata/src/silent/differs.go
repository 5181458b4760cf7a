package silent

import "pg"

// A directive that is of use elsewhere says so itself.
func differs(db pg.DB) {
	db.Query(text) //advlock:ignore sqlorder/overlock,directive/unused differs by build tag
	db.Query(text) //advlock:ignore sqlorder/overlock,directive differs by build tag
}

const text = pg.Lock
