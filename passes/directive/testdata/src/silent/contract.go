package silent

import "pg"

// Locker is met by types that this package does not see.
type Locker interface {
	// Lock waits.
	//
	//advlock:acquires key
	Lock(key int64) error
	Unlock(key int64) error //advlock:releases
}

// take is called through reflection.
//
//advlock:acquires 42
func take(db pg.DB) {}

// The method is given back to by name only.
//
//advlock:releases
func (s *store) give() {}

type store struct{}

func both(db pg.DB) { //advlock:acquires
}
