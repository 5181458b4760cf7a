package nolocks

//advlock:ignore sqlorder/overlock there is no lock in the package // want `no finding of sqlorder/overlock`
var x = 1

// Lock asks another service.
//
//advlock:acquires key
func Lock(key int64) {}
