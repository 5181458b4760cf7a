package silent

// The comment
//
//	// advlock:ignore sqlorder/overlock
//
// is no directive, and these words only speak of one:
// advlock:hold marks a lock that is meant to last, and
// advlock:ignore takes a rule. The prefix is
// advlock: as in the name of the module.
func prose() {
	_ = "//advlock:ignore text is no comment"
	/* advlock:ignore neither is this */
}
