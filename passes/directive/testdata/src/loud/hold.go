package loud

import "pg"

func hold(db pg.DB) {
	//advlock:hold leader election // want `^//advlock:hold stands where no lock is taken; put it on the line above the acquisition \[directive/unused\]$`
	key := 1
	db.Exec(pg.Lock, key)
	db.Exec(pg.Free, key) //advlock:hold leader election // want `//advlock:hold stands where no lock is taken`
}
