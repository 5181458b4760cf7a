// Package directive defines an Analyzer that reports directives for the other analyzers that do not do what they say.
//
// # Analyzer directive
//
// directive: report //advlock: directives that are malformed, unknown or of no use
//
// Comments speak to the analyzers of advlockcheck:
//
//	//advlock:ignore RULE why      what the rule reports here is accepted
//	//advlock:hold why             the lock taken here is meant to live as long as the process
//	//advlock:acquires [KEY...]    the function leaves a lock held, which its caller releases
//	//advlock:releases             the function releases a lock that its caller holds
//
// RULE is a rule, such as sqlorder/overlock, or an analyzer for all its rules; several are separated by commas. The
// reason is mandatory. A directive stands at the end of the line that it speaks of, or in the comment on the lines above,
// where other directives may stand beside it:
//
//	//advlock:ignore sqlorder/overlock one worker runs this, and nobody else takes these locks
//	rows, err := conn.QueryContext(ctx, claim)
//
// The finding starts at the first line of a call that is written on several.
//
// The last two are for what is not seen: locks behind an interface, in another process, in SQL that is put together at run
// time. They stand at a function, a method or a method of an interface, and packages that import it know of them:
//
//	type Locker interface {
//		//advlock:acquires key
//		Lock(ctx context.Context, key int64) error
//		//advlock:releases
//		Unlock(ctx context.Context, key int64) error
//	}
//
// A key is a parameter of the function, a number, a constant of the package, or any name for it; several keys are several
// locks, all of session scope. Where the function is seen to take a lock, that is believed, and the directive adds nothing.
//
// A directive that has no effect is worse than none: who reads it believes that the case was considered. Test files are
// looked at with -tests only, as by all analyzers.
//
// # Rule directive/malformed
//
// The directive has no effect, because of how it is written or where it stands.
//
// There is no directive of that name; ignore names no rule; ignore or hold gives no reason; acquires or releases stands at
// no function, method or method of an interface. Or there is a space after the slashes, which makes it an ordinary
// comment, as for //go:build:
//
//	// advlock:ignore sqlorder/overlock only one worker
//
// Write instead
//
//	//advlock:ignore sqlorder/overlock only one worker
//
// Silent: text that only speaks of a directive, such as the documentation of a package.
//
// # Rule directive/unknown
//
// The directive ignores a rule or analyzer that does not exist.
//
// The rule is misspelled, or one of another version:
//
//	//advlock:ignore sqlorder/overlok only one worker
//
// The message names the rule that may be meant; "advlockcheck rules" lists them all.
//
// # Rule directive/unused
//
// The directive ignores a rule that reports nothing at its line, or holds where no lock is taken.
//
// The code was corrected, the statement moved to another line, or the directive was never needed. It would hide the next
// mistake made there.
//
//	//advlock:ignore sqlorder/overlock only one worker
//	rows, err := conn.QueryContext(ctx, "SELECT id FROM jobs")
//
// Remove the directive, or move it to the line at which the finding starts.
//
// Silent: a rule that a flag turns on, or makes report more, while that flag is not set; hold at a call of which it is
// not known whether it takes a lock. Where a rule reports under some build tags only, the directive says so itself:
//
//	//advlock:ignore sqlorder/overlock,directive/unused only one worker; differs by build tag
package directive
