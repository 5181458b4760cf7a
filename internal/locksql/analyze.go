package locksql

// Analyze reads text. It never fails and never panics: what it does not understand is in [Statement.Err]. Results are
// cached by text and shared: callers must not change them. It is safe for concurrent use.
func Analyze(text string) *Result { return &Result{} }

// An Edit replaces the bytes [Pos, End) of a text by New.
type Edit struct {
	Pos, End int
	New      string
}

// Fence returns the edits that turn the statement into its fenced form, candidates chosen and limited in a subquery,
// lock above, for the simple shapes; nil where the shape is not simple. The fixed text has been read again and is
// free of hazards. Edits are in text order, do not overlap and leave holes untouched.
func Fence(text string, c Call) []Edit { return nil }
