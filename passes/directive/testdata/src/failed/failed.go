package failed

import "pg"

func failed(db pg.DB) {
	db.Exec(pg.Lock, 1) //advlock:ignore failing/rule who knows what it would have found
}
