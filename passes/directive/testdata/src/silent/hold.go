package silent

import "pg"

// Leader holds its lock until the process ends.
func leader(db pg.DB) {
	//advlock:hold leader election
	db.Exec(pg.Lock, 1)
	elect(db) //advlock:hold a helper may take the lock
}

func elect(db pg.DB) error { return db.Exec(pg.Lock, 2) }
