package silent

import "pg"

// Whether these report anything depends on a flag, which is not set.
func flag(db pg.DB) {
	db.Query(pg.Sort) //advlock:ignore sqlorder/documented checked with -sqlorder.strict elsewhere
	db.Query(pg.Sort) //advlock:ignore sqlorder checked with -sqlorder.strict elsewhere
}
