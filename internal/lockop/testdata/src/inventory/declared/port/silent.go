package port

import "context"

// What has no effect as a directive declares nothing.

// advlock:acquires spaced
func Spaced() {}

//advlock:acquire misspelled
func Misspelled() {}

//advlock:acquires too far above

func TooFar() {}

/*advlock:acquires block*/
func Block() {}

func Inside() {
	//advlock:acquires inside
	run(context.Background(), "inside")
}

//advlock:acquires variable
var variable = func() {}

type Plain interface {
	// Lock is not declared.
	Lock(ctx context.Context) error
	// advlock:acquires spaced
	Spaced()
}

type Embeds interface {
	Mutex //advlock:acquires embedded
}

func UsesPlain(ctx context.Context, p Plain) { p.Lock(ctx); p.Spaced() }

// A release alone is no operation.
//
//advlock:releases
func Release() {}

func UsesRelease() { Release() }

//advlock:hold a lock that nobody takes
func NotHeld() { run(context.Background(), "hold") }
