package loud

import "pg"

func spaced(db pg.DB) {
	// advlock:ignore sqlorder/overlock one worker only // want `^// advlock:ignore is an ordinary comment because of its space; write //advlock:ignore \[directive/malformed\]$`
	db.Query(pg.Over)
	db.Exec(pg.Lock, 1) // advlock:hold leader election // want `write //advlock:hold`
}

// advlock:releases // want `write //advlock:releases`
func spacedContract() {}
