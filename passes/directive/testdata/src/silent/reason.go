package silent

import "pg"

// Who is used to nolint writes the reason as a comment.
func reason(db pg.DB) {
	db.Query(pg.Over) //advlock:ignore sqlorder/overlock // one worker only
}
