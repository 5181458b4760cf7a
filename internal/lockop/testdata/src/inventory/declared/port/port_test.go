package port

//advlock:acquires intest
func lockForTests() {}
