package silent

import "pg"

// Several rules, with and without spaces, and an analyzer for all of its own.
func list(db pg.DB) {
	_ = func() { db.Query(pg.Over); db.Query(pg.Gated) } //advlock:ignore sqlorder/overlock,sqlorder/gated one worker
	_ = func() { db.Query(pg.Over); db.Query(pg.Gated) } //advlock:ignore sqlorder/overlock, sqlorder/gated one worker
	_ = func() { db.Query(pg.Over); db.Query(pg.Gated) } //advlock:ignore sqlorder one worker
}
