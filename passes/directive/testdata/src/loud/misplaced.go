package loud

import "pg"

//advlock:acquires // want `^//advlock:acquires stands at no function; put it on the line above the one that it speaks of \[directive/malformed\]$`

// misplaced is separated from its directive by a line.
func misplaced(db pg.DB) {
	//advlock:releases // want `//advlock:releases stands at no function`
	db.Exec(pg.Free, 1)
}

//advlock:releases // want `//advlock:releases stands at no function`
type locker interface {
	//advlock:acquires // want `//advlock:acquires stands at no function`
	pg.DB
}
