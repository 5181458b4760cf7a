package loud

import "pg"

func noRule(db pg.DB) {
	db.Query(pg.Over) /* want `^//advlock:ignore names no rule and ignores nothing; write //advlock:ignore RULE why \[directive/malformed\]$` */ //advlock:ignore
}
