package silent

import "pg"

// Directives may stand among each other and among words.
func stacked(db pg.DB) {
	// Nobody else takes these locks.
	//
	//advlock:ignore sqlorder/overlock one worker only
	//advlock:hold until the worker ends
	//nolint:rowserrcheck
	db.Query(pg.Over)
}
