package silent

import "pg"

// Lines are those of this file.
func moved(db pg.DB) {
//line moved.sql:100
	//advlock:ignore sqlorder/overlock one worker only
//line moved.sql:1
	db.Query(pg.Over)
}
